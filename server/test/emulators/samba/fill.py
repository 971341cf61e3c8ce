"""Fills a domain in one transaction, with no server between: entries of LDIF from standard input."""
import sys

from samba.auth import system_session
from samba.param import LoadParm
from samba.samdb import SamDB

folder = sys.argv[1]
lp = LoadParm()
lp.load(folder + '/etc/smb.conf')
samdb = SamDB(url=folder + '/private/sam.ldb', session_info=system_session(), lp=lp)
samdb.transaction_start()
# Former SIDs can't be written by clients
samdb.add_ldif(sys.stdin.read(), controls=['relax:0'])
samdb.transaction_commit()
