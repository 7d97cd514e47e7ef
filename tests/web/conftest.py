from tests.cast import cast, stock, stock_once

__all__ = ["cast", "stock", "stock_once"]
