import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './install.mjs'
import { stop } from './run.mjs'

const inLibraries = path =>
  [
    '/usr/lib',
    ...readdirSync('/usr/lib')
      .filter(name => name.endsWith('-linux-gnu'))
      .map(name => join('/usr/lib', name)),
  ].some(folder => existsSync(join(folder, path)))

const counterparts = [
  { name: 'nginx', packages: ['nginx'], isThere: () => existsSync('/usr/sbin/nginx') },
  {
    name: 'xmlsec1',
    packages: ['xmlsec1'],
    isThere: () => spawnSync('xmlsec1', ['--version'], { stdio: 'ignore' }).status === 0,
  },
  {
    name: 'Apache with mod_auth_mellon',
    packages: ['apache2', 'libapache2-mod-auth-mellon'],
    isThere: () => ['/usr/sbin/apache2', '/usr/lib/apache2/modules/mod_auth_mellon.so'].every(path => existsSync(path)),
  },
  {
    name: 'Apache with mod_auth_openidc',
    packages: ['apache2', 'libapache2-mod-auth-openidc'],
    isThere: () =>
      ['/usr/sbin/apache2', '/usr/lib/apache2/modules/mod_auth_openidc.so'].every(path => existsSync(path)),
  },
  {
    name: 'SimpleSAMLphp',
    // Uses PHP's built-in server; php-cgi only prevents Debian from installing Apache
    packages: ['simplesamlphp', 'php-cli', 'php-cgi', 'php-xml', 'php-mbstring'],
    isThere: () =>
      existsSync('/usr/share/simplesamlphp/www/module.php') &&
      spawnSync('php', ['-r', "exit(extension_loaded('dom') && extension_loaded('mbstring') ? 0 : 1);"], {
        stdio: 'ignore',
      }).status === 0,
  },
  {
    name: 'slapd',
    packages: ['slapd', 'ldap-utils'],
    isThere: () => ['/usr/sbin/slapd', '/usr/bin/ldapmodify'].every(path => existsSync(path)),
  },
  {
    name: 'a domain controller of Samba',
    // Its ports are fixed; socket_wrapper lets an unprivileged user listen on them
    packages: ['samba-ad-dc', 'samba-ad-provision', 'samba-dsdb-modules', 'libsocket-wrapper'],
    isThere: () =>
      ['/usr/sbin/samba', '/usr/share/samba/setup/provision.ldif'].every(path => existsSync(path)) &&
      ['samba/ldb/samba_dsdb.so', 'libsocket_wrapper.so'].every(inLibraries),
  },
]

/** Installs them if possible and returns those that are missing; with CI=true, none may be. */
export const ensureCounterparts = async () => {
  const missing = () => counterparts.filter(one => !one.isThere())
  const packages = missing().flatMap(one => one.packages)
  if (packages.length > 0) await install('the tests of single sign-on and directories', ...packages)
  const left = missing().map(one => one.name)
  if (left.length > 0 && process.env['CI'] === 'true')
    stop(`The tests of single sign-on and directories need ${left.join(', ')}.`)
  return left
}
