"""Makes a domain of Active Directory in a folder, as whoever runs this. No files are served, so nothing there has to belong to root."""
import logging
import sys

from samba.auth import system_session
from samba.dsdb import DS_DOMAIN_FUNCTION_2008_R2
from samba.param import LoadParm
from samba.provision import provision

folder, password = sys.argv[1:]
open(folder + '/empty.conf', 'w').close()
lp = LoadParm()
lp.load(folder + '/empty.conf')
provision(logging.getLogger('provision'), system_session(), targetdir=folder, realm='ad.example.test', domain='AD',
          hostname='dc1', hostip='127.0.0.1', adminpass=password, serverrole='dc', dns_backend='NONE',
          dom_for_fun_level=DS_DOMAIN_FUNCTION_2008_R2, useeadb=True, skip_sysvolacl=True, use_rfc2307=True, lp=lp,
          batch_mode=True)
