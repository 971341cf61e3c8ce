import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import {
  isPhoneCode,
  type PhoneCode,
  phoneCodes,
  defaultSignInMethods,
  type SignInMethod,
} from '@claviger/contract/access/sign-in.ways'
import { type Db, run } from '#platform/db/db.ts'
import type { ProfileRow } from './authentication-profiles.store.ts'

export type SignInMethodOrExternal = SignInMethod | 'external'

/** Dialing codes to which phone codes can be sent, per channel; empty without a gateway. */
export type PhoneCodeGroups = Record<PhoneCode, readonly string[]>

export type ProfileRule = Pick<ProfileRow, 'id' | 'type' | 'methods' | 'everybody' | 'position'> & { groups: string[] }

// SQL: methods that a user has under the rules in $1 or $2
const waysUnder = (rules: string) => `coalesce((
  select case when r.type = 'managed' then r.methods || '{external}'::text[]
    when a.role = ${workspaceRoles.owner} then '{passkey,external}'::text[] else '{external}'::text[] end
  from jsonb_to_recordset(${rules}::jsonb) as r(id uuid, type text, methods text[], everybody boolean, position integer, groups uuid[])
  where r.everybody or exists (select from group_members m
    where m.workspace_id = current_workspace() and m.user_id = u.id and m.group_id = any (r.groups))
  order by r.everybody, r.position, r.id limit 1), '{${defaultSignInMethods.join(',')},external}')`

// SQL: methods for which a user has the means, independent of profiles; phone codes only to the given dialing codes
const means = (sms: string, call: string) => `array_remove(array[
  case when k.passkey then 'passkey' end,
  case when k.badge and (select s.card_sign_in <> 'off' from workspace_settings s where s.workspace_id = current_workspace()) is not false
    then 'badge' end,
  case when k.phone then 'phone' end,
  case when u.email is not null and trusted.code then 'code' end,
  case when u.email is not null and trusted.code
    and exists (select from passwords p where p.workspace_id = current_workspace() and p.user_id = u.id) then 'password' end,
  case when trusted.phone and u.phone_country = any (${sms}::text[]) then 'sms' end,
  case when trusted.phone and u.phone_country = any (${call}::text[]) then 'call' end,
  'external'], null)`

const peopleReached = (
  sms: string,
  call: string,
) => `select u.id, u.first_name, a.role, ${means(sms, call)} as means, b.before, b.after,
    trusted.phone as trusted
  from users u
  left join administrators a on a.workspace_id = current_workspace() and a.user_id = u.id
  cross join lateral (select ${waysUnder('$1')} as before, ${waysUnder('$2')} as after offset 0) b
  cross join lateral (
    select coalesce(bool_or(k.kind <> ${keyKinds.accessCard} and exists (select from credentials c
        where c.workspace_id = current_workspace() and c.security_key_id = k.id)
        and (not k.proof_due or k.proof_counts_at <= $3)), false) as passkey,
      coalesce(bool_or(k.kind = ${keyKinds.accessCard}), false) as badge, coalesce(bool_or(k.kind = ${keyKinds.smartphone} and not k.proof_due), false) as phone
    from security_keys k where k.workspace_id = current_workspace() and k.user_id = u.id and k.status = ${keyStatus.active}) k
  cross join lateral (select not exists (select from super_administrators s
        where s.workspace_id = current_workspace() and s.user_id = u.id) as plain) rank
  cross join lateral (select rank.plain and (a.role is null or not k.passkey) as phone,
    rank.plain and (a.role is null or not k.passkey or exists (select from code_consents g
      where g.workspace_id = current_workspace() and g.user_id = u.id)) as code) trusted
  where u.workspace_id = current_workspace() and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null`

// Owners must not depend on a third-party gateway, so phone codes don't count
const people = peopleReached("'{}'", "'{}'")

/** Number of owners who could sign in under the rules, without external providers and gateways, which may fail. */
export async function ownersIn(db: Db, rules: readonly ProfileRule[], now: Date): Promise<number> {
  const { rows } = await run<{ owners: number }>(
    db,
    `select count(*)::integer as owners from (${people} and a.role = ${workspaceRoles.owner}) p
     where p.means && array_remove(p.after, 'external')`,
    [JSON.stringify(rules), JSON.stringify(rules), now],
  )
  return rows[0]?.owners ?? 0
}

/** Would an owner who can sign in now lose the last method? */
export async function wouldAnOwnerLoseAccess(
  db: Db,
  { before, after }: { before: readonly ProfileRule[]; after: readonly ProfileRule[] },
  now: Date,
) {
  const { rows } = await run<{ loses: boolean }>(
    db,
    `select exists (select from (${people} and a.role = ${workspaceRoles.owner}) p
      where p.means && array_remove(p.before, 'external') and not p.means && array_remove(p.after, 'external')) as loses`,
    [JSON.stringify(before), JSON.stringify(after), now],
  )
  return rows[0]?.loses === true
}

export interface LossRow {
  id: string
  first_name: string
  loses: SignInMethodOrExternal[]
  keeps: SignInMethodOrExternal[]
}

const losses = `losses as materialized (
  select p.id, p.first_name,
    array(select way from unnest(p.means) with ordinality w(way, place)
      where way = any (p.before) and not way = any (p.after) order by place) as loses,
    array(select way from unnest(p.means) with ordinality w(way, place) where way = any (p.after) order by place) as keeps
  from (${peopleReached('$7', '$8')}) p where p.before is distinct from p.after)`

/** Users who would lose methods: number per method, number left without any, and one page of users by ID. */
export async function findMethodLosses(
  db: Db,
  sets: { before: readonly ProfileRule[]; after: readonly ProfileRule[] },
  now: Date,
  reach: PhoneCodeGroups,
  page: { way: SignInMethodOrExternal | null; after: string | null; size: number },
) {
  const { rows } = await run<{
    ways: { way: SignInMethodOrExternal; people: number }[]
    without: number
    people: LossRow[]
  }>(
    db,
    `with ${losses}
     select coalesce((select jsonb_agg(jsonb_build_object('way', way, 'people', people) order by people desc, way)
         from (select way, count(*) as people from losses, unnest(loses) way group by way) c), '[]') as ways,
       (select count(*)::integer from losses where cardinality(loses) > 0 and cardinality(keeps) = 0) as without,
       coalesce((select jsonb_agg(to_jsonb(l) order by l.id) from (
         select * from losses where cardinality(loses) > 0 and ($4::text is null or $4 = any (loses))
           and ($5::uuid is null or id > $5) order by id limit $6) l), '[]') as people`,
    [
      JSON.stringify(sets.before),
      JSON.stringify(sets.after),
      now,
      page.way,
      page.after,
      page.size,
      reach.sms,
      reach.call,
    ],
  )
  return rows[0] ?? { ways: [], without: 0, people: [] }
}

export async function countUnreachedUsers(
  db: Db,
  rules: readonly ProfileRule[],
  now: Date,
  reach: PhoneCodeGroups,
): Promise<number> {
  if (!rules.some(rule => rule.methods.some(isPhoneCode))) return 0
  const { rows } = await run<{ people: number }>(
    db,
    `select count(*)::integer as people from (${peopleReached('$4', '$5')}) p
     where p.trusted and p.after && '{${phoneCodes.join(',')}}' and not p.means && '{${phoneCodes.join(',')}}'`,
    [JSON.stringify(rules), JSON.stringify(rules), now, reach.sms, reach.call],
  )
  return rows[0]?.people ?? 0
}
