"""How the server and the press talk: a length and a text there, a mark, a length and a file back."""

import struct

LENGTH = struct.Struct("!I")
DONE, FAILED = b"+", b"-"
