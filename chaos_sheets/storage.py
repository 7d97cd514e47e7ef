import brotli
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class QuickCompressor(Compressor):  # type: ignore[misc]  # whitenoise ships no types
    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        """The highest quality takes ten times as long for a twelfth of the size, and a first start waits for it."""
        return bytes(brotli.compress(data, quality=9))


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # as above
    # Our scripts import one another; without this they would ask for names that only the collected ones have.
    support_js_module_import_aggregation = True

    def create_compressor(self, **settings: object) -> Compressor:
        return QuickCompressor(**settings)
