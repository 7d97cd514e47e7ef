from tests.cast import cast, stock, stock_once
from tests.language import german_first

__all__ = ["cast", "german_first", "stock", "stock_once"]
