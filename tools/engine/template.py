import sqlite3, gzip, sys
db, sql, out = sys.argv[1:]
c = sqlite3.connect(db)
c.executescript(open(sql).read())
c.execute('pragma wal_checkpoint(truncate)')
c.execute('vacuum')
c.execute('pragma wal_checkpoint(truncate)')
c.close()
open(out,'wb').write(gzip.compress(open(db,'rb').read(), 9, mtime=0))
