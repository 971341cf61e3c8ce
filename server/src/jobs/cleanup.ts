import { connectionKinds } from '@claviger/contract/directories/connections'
import { executions } from '@claviger/contract/automation/workflows/workflow-runs'
import { purgeBin } from '../features/people/users/users.bin.ts'
import type { JobKind } from '../platform/jobs.ts'
import type { AppContext } from '../platform/app-context.ts'
import { countSums } from './count-sums.ts'

// Deletes expired, unusable rows; the log keeps what happened
const statements = [
  'delete from spent_challenges where expires_at < now()',
  'delete from spent_proofs where expires_at < now()',
  'delete from rate_limits where expire < extract(epoch from now()) * 1000',
  'delete from email_sign_ins where expires_at < now()',
  'delete from external_sign_ins where expires_at < now()',
  'delete from second_factor_requests where expires_at < now()',
  'delete from second_factor_proofs where expires_at < now()',
  'delete from spent_assertions where expires_at < now()',
  'delete from guesses where ends_at < now()',
  "delete from refusals where at < now() - interval '1 hour'",
  "delete from delegation_requests where expires_at < now() - interval '1 hour'",
  "delete from delegations where expires_at < now() - interval '1 day'",
  // Left by an insert of a user that met a conflict
  'delete from user_secrets s where not exists (select from users u where u.workspace_id = s.workspace_id and u.id = s.person)',
  "delete from sign_in_approvals where asked_at < now() - interval '1 hour'",
  'delete from contact_changes where expires_at < now()',
  'delete from owner_changes where expires_at < now()',
  "delete from freed_addresses where freed_at < now() - interval '1 year'",
  'delete from tap_sessions where expires_at < now()',
  'delete from self_service_visits where expires_at < now()',
  "delete from self_service_tries where since < now() - interval '2 hours'",
  // Older than any reporting window
  "delete from offline_uses where reported_at < now() - interval '90 days'",
  'delete from registrations where expires_at < now()',
  "delete from sessions where expires_at < now() - interval '7 days'",
  "delete from account_links where expires_at < now() - interval '7 days'",
  "delete from works where created_at < now() - case when file is null then interval '90 days' else interval '30 days' end",
  `delete from workflow_runs where execution <> ${executions.inProgress} and started_at < now() - interval '90 days'`,
  "delete from policy_replays where created_at < now() - interval '7 days'",
  "delete from fingerprint_enrolments where ends_at < now() - interval '1 day'",
  ...Object.values(countSums),
  'delete from saml_requests where ends_at < now()',
  'delete from proxy_passes where ends_at < now() or taken_at is null and code_until < now()',
  'delete from saml_logouts where ends_at < now()',
  'delete from saml_sessions where ends_at < now()',
  'delete from policy_reports where day < current_date - 60',
  `with several as (
      select workspace_id, policy_id, day from policy_reports group by 1, 2, 3 having count(*) > 1
    ), gone as (
      delete from policy_reports r using several s
      where r.workspace_id = s.workspace_id and r.policy_id = s.policy_id and r.day = s.day returning r.*
    )
    insert into policy_reports (workspace_id, policy_id, day, refusals)
      select workspace_id, policy_id, day, sum(refusals) from gone group by 1, 2, 3`,
  "delete from application_attempts where at < now() - interval '14 days'",
  `delete from application_attempts a using (
      select workspace_id, id from (
        select workspace_id, id, row_number() over (partition by workspace_id, application_id order by id desc) as place
        from application_attempts) placed
      where place > 200
    ) old where a.workspace_id = old.workspace_id and a.id = old.id`,
  "delete from scim_records where at < now() - interval '14 days'",
  `delete from scim_records r using (
      select c.workspace_id, c.id, l.at from directory_connections c cross join lateral (
        select at from scim_records o where o.workspace_id = c.workspace_id and o.connection_id = c.id
        order by at desc, id desc offset 100000 limit 1) l
      where c.kind = ${connectionKinds.scim}
    ) old where r.workspace_id = old.workspace_id and r.connection_id = old.id and r.at <= old.at`,
  "delete from scim_tokens where expires_at < now() - interval '7 days'",
  'update applications set former_sealed = null, former_until = null where former_until < now()',
  // A used refresh token stays known until it would have expired
  "delete from oidc_items where expires_at < now() - interval '10 minutes'",
  'delete from application_uses where day < current_date - 400',
  // The last day stays, because the list shows the last use from it
  `delete from application_days d where d.day < current_date - 60 and exists (select from application_days n
      where n.workspace_id = d.workspace_id and n.application_id = d.application_id and n.day > d.day)`,
  "delete from outbox_mails where sent_at < now() - interval '7 days'",
]

export const cleanUp: JobKind = {
  silent: {
    tables: [
      'applications',
      'sessions',
      'account_links',
      'owner_changes',
      'offline_uses',
      'fingerprint_templates',
      'policy_reports',
    ],
    because: 'Expired rows are useless, and daily figures are summed up; users removed from the recycle bin are logged',
  },
  name: 'sweep',
  cron: '*/10 * * * *',
  async work(world: AppContext) {
    for (const statement of statements) await world.superPool.query(statement)
    await purgeBin(world)
  },
}
