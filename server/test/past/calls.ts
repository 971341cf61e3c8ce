import { oktaApplications } from '@claviger/contract/connect/api-applications'
import { apiKeys } from '@claviger/contract/connect/api-keys'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import { workflows } from '@claviger/contract/automation/workflows'
import { connections } from '@claviger/contract/directories/connections'
import { ldap } from '@claviger/contract/directories/ldap'
import { scim } from '@claviger/contract/directories/scim'
import { cardImport } from '@claviger/contract/keys/card-import'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import { logStreams } from '@claviger/contract/oversight/log-streams'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { groups } from '@claviger/contract/people/groups'
import { savedViews } from '@claviger/contract/people/saved-views'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import type { Caller } from '../app/caller.ts'
import { ownCertificate } from '../emulators/own-certificate.ts'

export async function callsOfAnOwner(owner: Caller): Promise<number> {
  const made: string[] = []
  for (const last of ['Binned', 'Suspended', 'Shown', 'Odd'])
    made.push(
      (
        await owner.tell(users.create, {
          userId: `kept-${last.toLowerCase()}`,
          firstName: 'Zoë “𝒳”',
          lastName: last,
          email: `kept.${last.toLowerCase()}@northgate.example`,
          scimAttribute1: 'Attribute',
          phoneNumber: { countryCode: '+44', mobileNumber: '2079460000' },
        })
      ).id,
    )
  const [binned = '', suspended = '', shown = '', odd = ''] = made
  await owner.tell(users.remove, { id: binned })
  for (const id of [suspended, odd]) await owner.tell(keyAssignment.assign, { ids: [id], type: 3, activation: 3 })
  await owner.tell(keyAssignment.assign, {
    ids: [shown],
    type: 2,
    activation: 1,
    cardId: '04A1E00122',
    cardFormat: 'hex',
  })
  await owner.tell(bulkRuns.suspend, { ids: [suspended, shown] })
  const { items: keys } = await owner.tell(securityKeys.list, { pageSize: 3 })
  await owner.tell(keyActCalls.suspend, { ids: keys.map(one => one.id) })
  const { id: group } = await owner.tell(groups.create, { name: 'Kept group', users: [odd, shown] })
  const { id: unit } = await owner.tell(units.create, { name: 'Kept unit', users: [odd] })
  await owner.tell(units.addAdministrator, { id: shown, role: 3, additionalPermissions: [], units: [unit] })
  await owner.tell(storedPasswords.create, { id: odd, type: 0, username: 'corp\\odd', password: 'a kept secret' })
  await owner.tell(savedViews.save, { list: 'users', name: 'Kept view', query: 'status=40' })
  await owner.tell(cardImport.upload, { csv: 'Card ID;User ID\n1;a\n2;b\n', fileName: 'cards.csv' })
  await owner.tell(trustDomains.create, { domain: 'northgate.example' })
  await owner.tell(apiKeys.create, { name: 'Kept key', type: 0 })
  await owner.tell(logStreams.create, { name: 'Kept', kind: 'syslog', address: 'logs.example.org' })
  await owner.tell(oktaApplications.create, { name: 'Kept', address: 'https://example.okta.com', secret: 'x' })
  const { id: provider } = await owner.tell(samlProviders.create, {
    name: 'Kept',
    entityId: 'https://idp.example.org',
    ssoUrl: 'https://idp.example.org/sso',
    certificates: ownCertificate('Provider').certificate,
  })
  await owner.tell(samlProviders.announceKey, { id: provider })
  await owner.tell(authenticationProfiles.create, {
    name: 'Kept',
    type: 'managed',
    methods: ['passkey', 'code'],
    groups: [group],
  })
  await owner.tell(workflows.create, { name: 'Kept', type: 2, trigger: 'schedule', hour: 3, settings: { by: 'mail' } })
  const directory = { username: 'cn=reader', password: 'x', baseDn: 'dc=northgate,dc=example' }
  await owner.tell(ldap.update, { name: 'Kept', ldapUrl: 'ldaps://ldap.northgate.example', ...directory })
  const { id: told } = await owner.tell(scim.create, { name: 'Kept too', preset: 'okta' })
  await owner.tell(connections.approve, { id: told, roles: [], touchesRank: false, privateHosts: [] })
  await owner.tell(scim.token, { uid: told })
  return (await owner.tell(users.total, {})).total
}
