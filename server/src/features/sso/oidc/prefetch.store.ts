import { openTo } from '#platform/entrance/entrance.ts'
import { runSingleStatement } from '#platform/db/transaction.ts'
import type { AutocommitContext } from '#platform/app-context.ts'
import type { PersonRow } from '#features/apps/applications/applications.claims.ts'
import { hereOfSession, type HereRow } from '../browser-sessions/browser-sessions.ts'
import { hashOf } from './oidc.store.ts'

// Reads everything about a request in one statement. Each table is accessed by its full key, one row each, so
// that the plan is the same in workspaces of any size

interface OfClient {
  client: string | null
  stamp: string | null
}

const application = (of: string, more = '') => `left join lateral (
    select a.id, a.client_id, a.xmin::text as stamp${more} from applications a join workspaces w on w.id = current_workspace()
    where a.workspace_id = current_workspace() and a.client_id = ${of} and ${openTo('oidc', 'w.status')}
    limit 1) a on true`

interface OfItem extends OfClient {
  kind: string | null
  payload: Record<string, unknown> | null
  consumed: number | null
  session: string | null
  stands: boolean
  granted: Record<string, unknown> | null
}

const item = (kinds: string) => `left join lateral (
    select i.kind, i.payload, i.client_id, i.user_id, i.grant_id, i.session_id, extract(epoch from i.consumed_at)::integer as consumed
    from oidc_items i where i.workspace_id = current_workspace() and i.kind = any('{${kinds}}') and i.id = $1::bytea
    limit 1) i on true`
// Anything tied to a session is valid only while the session is, by the same check as every call
const grant = (id: string, session: string) => `left join lateral (
    select g.payload from oidc_items g
    where g.workspace_id = current_workspace() and g.kind = 'Grant' and g.id = sha256(convert_to(${id}, 'UTF8'))
      and (g.session_id is null or case when g.session_id = ${session} then h.user_id is not null
        else exists (select from enter_session(current_workspace(), g.session_id)) end)
    limit 1) g on true`
const ofItem = `i.kind, i.payload, i.consumed, i.session_id as session, i.session_id is null or h.user_id is not null as stands,
    g.payload as granted, a.client_id as client, a.stamp`

export type PersonRead = PersonRow & { email_verified_at: Date | null; language: string | null; updated_at: Date }
type PersonColumns = { [Name in keyof PersonRead as `p_${Name}`]: PersonRead[Name] }

const personNames = [
  'id',
  'user_id',
  'email',
  'first_name',
  'last_name',
  'phone_country',
  'phone_number',
  'scim_attribute_1',
  'scim_attribute_2',
  'scim_attribute_3',
  'scim_attribute_4',
  'scim_attribute_5',
  'email_verified_at',
  'language',
  'updated_at',
] as const
// Groups are included only if the application may receive them now
const ofPerson = `${personNames.map(name => `u.${name} as p_${name}`).join(', ')},
    case when u.id is not null and (i.payload ->> 'scope' like '%groups%' or i.payload ? 'claims' or a.mapping @> '[{"source": "groups"}]')
      then array(select g.name from group_members m join groups g on g.workspace_id = current_workspace() and g.id = m.group_id
        where m.workspace_id = current_workspace() and m.user_id = u.id
          and (coalesce(jsonb_array_length(a.told), 0) = 0 or a.told ? m.group_id::text) order by lower(g.name) limit 500)
      else '{}'::text[] end as p_groups`
const person = `left join lateral (
    select ${personNames.map(name => `u.${name}`).join(', ')} from users u
    where u.workspace_id = current_workspace() and u.id = i.user_id and u.deleted_at is null and u.suspended_at is null
      and u.deactivated_at is null
    limit 1) u on true`
const mapped = `, a.mapping, a.settings -> 'groupsFilter' as told`

const named = (row: PersonColumns): PersonRead | null =>
  row.p_id === null
    ? null
    : (Object.fromEntries(
        [...personNames, 'groups' as const].map(name => [name, row[`p_${name}`]]),
      ) as unknown as PersonRead)

interface OfAdmission {
  opens: boolean | null
  policies: number | null
}
const ofAdmission = (
  user: string,
  of = 'a',
) => `case when ${of}.id is not null and ${user} is not null then opens_application(${of}.id, ${user}) end as opens,
    (select version from policy_sets where policy_sets.workspace_id = current_workspace()) as policies`

type OfHere = { [Name in keyof HereRow as `h_${Name}`]: HereRow[Name] | null } & { h_known: boolean | null }
const hereNames = [
  'user_id',
  'name',
  'email',
  'method',
  'way',
  'created_at',
  'verified_at',
  'ip',
  'key_id',
  'key_kind',
  'model',
  'position',
  'copied',
  'strengths',
  'reauthentication_minutes',
  'is_offline',
  'provider_level',
  'provider_methods',
  'cached',
  'opened_by',
  'opened_by_name',
] as const
const ofHere = `${hereNames.map(name => `h.${name} as h_${name}`).join(', ')}, h.known as h_known`

const hereIn = (row: OfHere): HereRow | undefined =>
  row.h_known === true
    ? (Object.fromEntries(hereNames.map(name => [name, row[`h_${name}`]])) as unknown as HereRow)
    : undefined

const client = `select a.client_id as client, a.stamp from (select) one ${application('$1')}`

export const readClient = async (at: AutocommitContext, clientId: string): Promise<OfClient | undefined> =>
  (await runSingleStatement<OfClient>(at, { text: client, values: [clientId] }))[0]

// The session with all facts that policies need; the caller can be another application than the one that received it
const worth = `select ${ofItem}, ${ofHere}, ${ofAdmission('i.user_id', 'o')}
  from (select) one ${item('AccessToken,ClientCredentials,RefreshToken')}
  left join lateral (${hereOfSession('i.session_id')}) h on true
  ${grant('i.grant_id', 'i.session_id')} ${application('$2')}
  left join lateral (
    select o.id from applications o where o.workspace_id = current_workspace() and o.client_id = i.client_id limit 1) o on true`

/** Looks up any kind of item issued to an application: the caller doesn't name the kind. */
export async function findItemOfAnyKind(at: AutocommitContext, name: string, clientId: string) {
  const [row] = await runSingleStatement<OfItem & OfHere & OfAdmission>(at, {
    text: worth,
    values: [hashOf(name), clientId],
  })
  return row && { ...row, here: hereIn(row) }
}

const bearer = `select ${ofItem}, ${ofPerson}, ${ofHere}, ${ofAdmission('i.user_id')} from (select) one ${item('AccessToken')}
  left join lateral (${hereOfSession('i.session_id')}) h on true
  ${grant('i.grant_id', 'i.session_id')} ${application('i.client_id', mapped)} ${person}`

/** The user of an access token, the claims that may be released to the client, and whether the grant is still allowed. */
export async function readBearer(at: AutocommitContext, name: string) {
  const [row] = await runSingleStatement<OfItem & PersonColumns & OfHere & OfAdmission>(at, {
    text: bearer,
    values: [hashOf(name)],
  })
  return row && { ...row, person: named(row), here: hereIn(row) }
}

const exchanged = (
  kind: string,
) => `select ${ofItem}, ${ofPerson}, ${ofHere}, ${ofAdmission('i.user_id')} from (select) one ${item(kind)}
  left join lateral (${hereOfSession('i.session_id')}) h on true
  ${grant('i.grant_id', 'i.session_id')} ${application('$2', mapped)} ${person}`
const exchanges = { AuthorizationCode: exchanged('AuthorizationCode'), RefreshToken: exchanged('RefreshToken') }

export async function readExchanged(
  at: AutocommitContext,
  kind: keyof typeof exchanges,
  name: string,
  clientId: string,
) {
  const [row] = await runSingleStatement<OfItem & PersonColumns & OfHere & OfAdmission>(at, {
    text: exchanges[kind],
    values: [hashOf(name), clientId],
  })
  return row && { ...row, person: named(row), here: hereIn(row) }
}

// A provider session is valid only for the same user session, or before anyone has signed in to it
const browser = `select ${ofHere}, s.payload, g.payload as granted, a.client_id as client, a.stamp, ${ofAdmission('h.user_id')}
  from (select) one
  left join lateral (${hereOfSession('$1::uuid')}) h on true
  left join lateral (
    select s.payload from oidc_items s
    where s.workspace_id = current_workspace() and s.kind = 'Session' and s.id = $2::bytea
      and (s.session_id is null or s.session_id = $1::uuid and h.known)
    limit 1) s on true
  ${grant(`s.payload #>> array['authorizations', $3, 'grantId']`, '$1::uuid')}
  ${application('$3')}`

export async function readBrowser(
  at: AutocommitContext,
  asked: { session: string | undefined; name: string | undefined; clientId: string },
) {
  const { session: of, name, clientId } = asked
  const [row] = await runSingleStatement<OfHere & OfAdmission & OfClient & Pick<OfItem, 'payload' | 'granted'>>(at, {
    text: browser,
    values: [of ?? null, name === undefined ? null : hashOf(name), clientId],
  })
  return row && { ...row, here: hereIn(row) }
}
