import { PeopleRules, protocols } from '@claviger/contract/connect/identity-providers'
import { userSources } from '@claviger/contract/people/users'
import { newPair } from '#features/connect/identity-providers/identity-providers.keys.ts'
import { sealSecret } from '#features/connect/identity-providers/identity-providers.ts'
import { makeCertificate, pemOf } from '#platform/secrets/certificate.ts'
import { days, later } from '#platform/clock.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { newIdAt } from '#platform/ids.ts'
import { insertMany } from '../bulk.ts'
import { type DemoArea, staffName } from '../demo-area.ts'
import { usesProvider } from '../staff.ts'

const agencyIssuer = 'https://login.meridian.example'
const university = { name: 'University of Northgate', issuer: 'https://sso.university.example/adfs' }

/** The agency whose staff sign in with its own accounts, and the university for guest researchers. */
export async function insertProviders(area: DemoArea, agency: { id: string; name: string }): Promise<void> {
  const { ctx, workspace, owner, staff, now } = area
  const at = later(now, -days(250))
  const { id } = agency
  const other = newIdAt(at)
  const [theirs, own] = await sendTogether(
    makeCertificate(university.name, at, later(at, days(900))),
    newPair(ctx, other),
  )
  const guests = staff.filter(one => one.source === userSources.entra && one.lastSignInAt !== null).slice(0, 14)
  const agents = staff.filter(usesProvider).filter(one => one.lastSignInAt !== null)
  const lastOf = (all: typeof staff) => new Date(Math.max(...all.flatMap(one => one.lastSignInAt?.getTime() ?? [])))
  const common = {
    workspace_id: workspace,
    active: true,
    created_at: at,
    changed_at: at,
    changed_by: staffName(owner),
  }
  await ctx.db
    .insertInto('identity_providers')
    .values([
      {
        ...common,
        id,
        protocol: protocols.oidc,
        preset: 'okta',
        name: agency.name,
        issuer: agencyIssuer,
        settings: JSON.stringify({
          clientId: '0oa4k2northgate',
          tokenAuth: 'client_secret_basic',
          scopes: ['profile', 'email'],
          signOutThere: false,
          people: PeopleRules.parse({ link: 'employeeId', toldBy: { employeeId: 'employee_number' } }),
          rolesBy: null,
        }),
        sealed: await sealSecret(ctx, id, area.chance.bytes(24).toString('hex')),
        last_used_at: lastOf(agents),
      },
      {
        ...common,
        id: other,
        protocol: protocols.saml,
        preset: 'adfs',
        ...university,
        settings: JSON.stringify({
          ssoUrl: `${university.issuer}/ls/`,
          ssoBinding: 'redirect',
          sloUrl: '',
          certificates: [pemOf(theirs.certificate)],
          signRequests: true,
          forceAuthn: false,
          unsolicited: false,
          nameIdFormat: 'persistent',
          ownCertificate: own.certificate,
          nextCertificate: null,
          signOutThere: false,
          people: PeopleRules.parse({ link: 'email' }),
          rolesBy: null,
        }),
        sealed: await sealSecret(ctx, other, own.privateKey),
        last_used_at: lastOf(guests),
      },
    ])
    .execute()
  await insertMany(
    ctx.db,
    'external_links',
    {
      workspace_id: 'uuid',
      provider_id: 'uuid',
      subject: 'text',
      user_id: 'uuid',
      confirmed: 'boolean',
      linked_at: 'timestamptz',
      last_used_at: 'timestamptz',
    },
    [
      ...agents.map(one => [workspace, id, `00u${one.employeeId}`, one.id, true, one.createdAt, one.lastSignInAt]),
      ...guests.map(one => [workspace, other, one.userId, one.id, true, one.createdAt, one.lastSignInAt]),
    ],
  )
}
