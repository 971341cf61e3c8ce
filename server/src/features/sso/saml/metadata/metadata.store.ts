import { protocols } from '@claviger/contract/apps/applications/application-settings'
import { type Db, run } from '#platform/db/db.ts'
import type { SpMetadata } from '#features/sso/saml-documents/saml-documents.sp-metadata.ts'

export interface WaitingRow {
  waiting: SpMetadata | null
  waiting_since: Date | null
  read_at: Date | null
  fault: string | null
}

export async function findWaiting(db: Db, application: string): Promise<WaitingRow | undefined> {
  const { rows } = await run<WaitingRow>(
    db,
    `select waiting, waiting_since, read_at, fault from saml_applications
     where workspace_id = current_workspace() and application_id = $1::uuid`,
    [application],
  )
  return rows[0]
}

export async function noteRead(
  db: Db,
  application: string,
  at: Date,
  waiting: SpMetadata | null,
  fault: string | null,
): Promise<void> {
  await run(
    db,
    `insert into saml_applications (workspace_id, application_id, read_at, waiting, waiting_since, fault)
     values (current_workspace(), $1::uuid, $2::timestamptz, $3::jsonb, case when $3::jsonb is not null then $2::timestamptz end, $4)
     on conflict (workspace_id, application_id) do update set read_at = excluded.read_at, fault = excluded.fault,
       waiting = excluded.waiting, waiting_since = case when excluded.waiting = saml_applications.waiting
         then saml_applications.waiting_since else excluded.waiting_since end`,
    [application, at, waiting && JSON.stringify(waiting), fault?.slice(0, 300) ?? null],
  )
}

export async function dropWaiting(db: Db, application: string): Promise<boolean> {
  const { changed } = await run(
    db,
    `update saml_applications set waiting = null, waiting_since = null
     where workspace_id = current_workspace() and application_id = $1::uuid and waiting is not null`,
    [application],
  )
  return changed > 0
}

export async function withMetadataAddress(db: Db): Promise<{ workspace_id: string; id: string }[]> {
  const { rows } = await run<{ workspace_id: string; id: string }>(
    db,
    `select workspace_id, id from applications where protocol = ${protocols.saml} and active and settings ->> 'metadataUrl' is not null
     order by workspace_id, id`,
    [],
  )
  return rows
}
