"""Make internal/serve/local/dynamo/engine.db.gz: an empty database as the pinned engine
creates it, with the statements of internal/serve/local/dynamo/engine.sql applied.

Run it again (python3 tools/engine/template.py, after `make engine`) when the
engine's version or engine.sql changes. Python is used because its standard
library has SQLite; nothing but this script needs it.
"""

import gzip
import pathlib
import sqlite3
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent / "internal" / "local" / "dynamo"
BINARY = HERE / "node_modules" / "@dynoxide" / "linux-x64" / "dynoxide"


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "engine.db"
        engine = subprocess.Popen(
            [BINARY, "serve", "--port", "0", "--db-path", path],
            stderr=subprocess.PIPE,
            text=True,
        )
        engine.stderr.readline()  # it says that it listens
        engine.terminate()
        engine.wait()

        database = sqlite3.connect(path)
        database.executescript((PACKAGE / "engine.sql").read_text())
        database.execute("vacuum")
        database.execute("pragma wal_checkpoint(truncate)")
        database.close()

        packed = gzip.compress(path.read_bytes(), 9, mtime=0)
        (PACKAGE / "engine.db.gz").write_bytes(packed)
        print(len(packed), "bytes")


if __name__ == "__main__":
    main()
