"""Which files belong to the project: what git tracks or would track."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def project_files(*patterns: str) -> list[Path]:
    done = subprocess.run(
        # A checkout may belong to another user than the one who checks it, as in a container.
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted(path for name in set(done.stdout.split("\0")) if name and (path := ROOT / name).is_file())
