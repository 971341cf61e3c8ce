// npm run emulate -- entra|okta [--people 250] [--port 9701] [--throttle 10]: an emulated cloud for trying out
// without an account
import { parseArgs } from 'node:util'
import { devices } from './entra/devices.ts'
import { entraEmulator } from './entra/entra.ts'
import { EntraPasses } from './entra/passes.ts'
import { EntraPasskeys } from './entra/passkeys.ts'
import { EntraRanks } from './entra/ranks.ts'
import { importRoles, seedEntra, seededClient, seededSecret } from './entra/seed.ts'
import { EntraSignIn, globalAdministrator } from './entra/sign-in.ts'
import { OktaFactors } from './okta/factors.ts'
import { oktaEmulator } from './okta/okta.ts'
import { seededToken, seedOkta } from './okta/seed.ts'

/** Additional permissions for registering passkeys on behalf of users, passes, and devices. */
const onBehalfRoles = [
  'Device.Read.All',
  'UserAuthMethod-Passkey.ReadWrite.All',
  'UserAuthenticationMethod.ReadWrite.All',
  'RoleManagement.Read.Directory',
  'PrivilegedEligibilitySchedule.Read.AzureADGroup',
  'Policy.Read.All',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '250' },
    port: { type: 'string' },
    throttle: { type: 'string' },
    back: { type: 'string', default: 'http://localhost:8080' },
  },
})
const people = Number(values.people)
const every = values.throttle === undefined ? {} : { throttleEvery: Number(values.throttle) }

if (positionals[0] === 'entra') {
  const signIn = new EntraSignIn()
  const entra = await entraEmulator({
    port: Number(values.port ?? 9701),
    more: [new EntraPasskeys().mount, new EntraRanks().mount, new EntraPasses().mount, devices, signIn.mount],
  })
  seedEntra(entra, people)
  for (const [at, { thing }] of entra.directory.ofType('user').slice(0, 2).entries())
    signIn.accounts.set(String(thing['userPrincipalName']), {
      tenant: entra.tenant,
      oid: thing.id,
      roles: at === 0 ? [globalAdministrator] : [],
    })
  for (let n = 1; n <= 12; n++)
    entra.directory.addDevice(`WARD-PC-${String(n).padStart(2, '0')}`, {
      operatingSystem: 'Windows',
      trustType: 'AzureAd',
    })
  const client = entra.clients.get(seededClient)
  if (client)
    Object.assign(client, {
      asks: [...importRoles, ...onBehalfRoles],
      roles: new Set(),
      redirects: [`${values.back}/dashboard/sync/azureAD`],
      multi: true,
    })
  entra.wrongly = every
  process.stdout.write(`An emulator of Entra ID with ${String(people)} people.
  Address of the cloud     ${entra.address}
  Directory (tenant) ID    ${entra.tenant}
  Application (client) ID  ${seededClient}
  Client secret            ${seededSecret}
The application has no permissions before an administrator consents: of the two accounts that its page of sign-in shows the
first administers. Start Claviger with PRIVATE_NETWORKS=127.0.0.0/8 and let an owner allow 127.0.0.1 for API applications, and to have it as the application of the installation with
ENTRA_CLIENT_ID=${seededClient} ENTRA_CLIENT_SECRET=${seededSecret} ENTRA_CLIENT_CLOUD=${entra.address}\n`)
} else if (positionals[0] === 'okta') {
  const okta = await oktaEmulator({ port: Number(values.port ?? 9702), more: [new OktaFactors().mount] })
  seedOkta(okta, people)
  okta.wrongly = every
  process.stdout.write(`An emulator of Okta with ${String(people)} people.
  Address of the organization  ${okta.address}
  API token                    ${seededToken}
Start Claviger with PRIVATE_NETWORKS=127.0.0.0/8 and let an owner allow 127.0.0.1 for API applications.\n`)
} else {
  process.stderr.write(
    'npm run emulate -- entra|okta [--people 250] [--port 9701] [--throttle 10] [--back http://localhost:8080]\n',
  )
  process.exitCode = 2
}
