// Tests are asked in whatever order they come: in one that the seed of vitest.config.ts gives, the same each time, or
// another with --sequence.seed. Steps of which one needs the other are one test.
import { relative, sep } from 'node:path'
import { beforeAll } from 'vitest'

/** Wings whose rooms are asked so; they only become more. */
const wings = /^server\/src\/features\/(?:people|tenancy|work|access|keys|oversight|directories|sso)\//

/** What is not mended yet runs as it is written; it only becomes less. */
const inOrder: ReadonlySet<string> = new Set(
  [
    'people/users/users.list',
    'access/external-sign-in/oidc',
    'access/self-service-settings/automatic',
    'access/sign-in/card',
    'access/sign-in/email',
    'access/sign-in/passkey.statements',
    'directories/cloud/cloud',
    'directories/cloud-devices/cloud-devices',
    'directories/entra/entra.sync',
    'directories/ldap/reader/samba',
    'directories/ldap/reader/slapd',
    'directories/ldap/runs',
    'directories/scim/protocol',
    'keys/agents/sign-in',
    'keys/devices/devices',
    'keys/fingerprints/fingerprints',
    'keys/token-policies/token-policies',
    'oversight/activity/activity',
    'sso/saml/providers',
    'sso/saml/statements',
    'sso/second-factor/second-factor',
    'sso/second-factor/duo/duo',
  ].map(name => `server/src/features/${name}.test.ts`),
)

interface Task {
  shuffle?: boolean
  tasks?: Task[]
}

const shuffle = (task: Task): void => {
  task.shuffle = true
  for (const inner of task.tasks ?? []) if (inner.tasks) shuffle(inner)
}

// oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads from it what is asked for
beforeAll(({}, file) => {
  const path = relative(process.cwd(), file.file.filepath).replaceAll(sep, '/')
  if (wings.test(path) && !inOrder.has(path)) shuffle(file)
})
