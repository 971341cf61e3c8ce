import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import type { attendance } from '@claviger/contract/oversight/attendance'
import type { AttendanceCounts, AttendanceSeal } from '@claviger/contract/oversight/attendance/session-fields'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { installationSecret } from '#platform/secrets/secrets.ts'
import { type SigningKey, signingKeyOf } from '#platform/secrets/signing-key.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import type { AttendanceRow } from '../attendance.store.ts'
import { evidenceDigest, evidenceFormat, evidenceText, statementOfEvidence } from '../attendance.verification.ts'
import { attendanceCounts } from '../counts.ts'
import * as store from './evidence.store.ts'
import { fieldReader } from '../taps/shown-fields.ts'
import { participantsAfter } from '../taps/participants.store.ts'
import { iso, objectOfSession } from '../session-rows.ts'
import { expectPeople, findSession } from '../attendance.store.ts'

const signers = new WeakMap<AppContext['superPool'], Promise<SigningKey>>()

/**
 * The signing key is an installation secret, sealed by the master key: who reads the database can't sign. Asked before a
 * transaction starts, because the first call needs another connection.
 */
export function evidenceSigner(world: AppContext): Promise<SigningKey> {
  const known = signers.get(world.superPool)
  if (known) return known
  const made = installationSecret(world.superPool, world.sealer, 'attendance-evidence').then(signingKeyOf)
  signers.set(world.superPool, made)
  made.catch(() => signers.delete(world.superPool))
  return made
}

const atATime = 1000

async function participantsIn(ctx: TransactionContext, session: AttendanceRow) {
  const all: object[] = []
  for (let after: { name: string; person: string } | undefined; ;) {
    const rows = await participantsAfter(ctx.db, session.id, after, atATime)
    const fields = await fieldReader(
      ctx,
      session.attributes,
      rows.map(row => row.person_id),
    )
    for (const row of rows)
      all.push({
        personId: row.person_id,
        name: row.name,
        fields: Object.fromEntries(
          fields({ id: row.person_id, name: row.name }).map(({ field, value }) => [field, value]),
        ),
        expected: row.expected,
        status: row.status,
        late: row.late,
        inAt: iso(row.in_at),
        outAt: iso(row.out_at),
        readInAt: iso(row.read_in_at),
        readOutAt: iso(row.read_out_at),
      })
    const last = rows.at(-1)
    if (!last || rows.length < atATime) return all
    after = { name: last.sort_name, person: last.person_id }
  }
}

async function documentOf(
  ctx: TransactionContext,
  session: AttendanceRow,
  seal: { version: number; by: string; previous: string | null; counts: AttendanceCounts },
): Promise<string> {
  const workspace = await ownWorkspaceRow(ctx)
  const corrections = await store.correctionsIn(ctx.db, session.id, null)
  return JSON.stringify({
    format: evidenceFormat,
    workspace: { id: workspaceOf(ctx), name: workspace.name },
    session: {
      id: session.id,
      title: session.title,
      place: session.place,
      startsAt: iso(session.starts_at),
      endsAt: iso(session.ends_at),
      openedAt: iso(session.opens_at),
      closedAt: iso(session.closes_at),
      mode: session.mode,
      lateAfter: session.late_after,
    },
    version: seal.version,
    previous: seal.previous,
    signedAt: iso(ctx.clock.now()),
    signedBy: seal.by,
    counts: seal.counts,
    participants: await participantsIn(ctx, session),
    taps: (await store.tapsIn(ctx.db, session.id)).map(tap => ({
      id: tap.id,
      at: iso(tap.at),
      receivedAt: iso(tap.received_at),
      result: tap.result,
      reason: tap.reason,
      direction: tap.went,
      personId: tap.person_id,
      kiosk: tap.kiosk,
    })),
    corrections: corrections.toReversed().map(one => ({
      id: one.id,
      kind: one.kind,
      personId: one.person_id,
      name: one.name,
      reason: one.reason,
      at: iso(one.at),
      by: one.by_name,
      before: { inAt: iso(one.before_in_at), outAt: iso(one.before_out_at) },
      after: { inAt: iso(one.after_in_at), outAt: iso(one.after_out_at) },
    })),
  })
}

/** Signs a closed session as it is now, next to earlier signatures, and puts the signature into the chained log. */
export async function sealSession(
  ctx: TransactionContext,
  session: AttendanceRow,
  signer: SigningKey,
  action: Extract<ActivityAction, 'attendance.closed' | 'attendance.signed'>,
): Promise<void> {
  if (action === 'attendance.closed') await expectPeople(ctx.db, session.id)
  const before = await store.findSeal(ctx.db, session.id, null)
  const by = shownAs(ctx).name.slice(0, 260)
  const version = (before?.version ?? 0) + 1
  const counts = await attendanceCounts(ctx, session)
  const document = await documentOf(ctx, session, { version, by, previous: before?.digest ?? null, counts })
  const digest = evidenceDigest(document)
  const signature = signer.sign(statementOfEvidence(digest))
  await store.addSignature(
    ctx.db,
    {
      workspace_id: workspaceOf(ctx),
      session_id: session.id,
      version,
      at: ctx.clock.now(),
      by_name: by,
      digest,
      signature,
      public_key: signer.publicKey.toString('base64'),
      document,
    },
    counts,
  )
  await record(ctx, {
    action,
    object: objectOfSession(session),
    after: { version, digest, signature, closedAt: session.closes_at, ...counts },
  })
}

export async function signaturesOf(ctx: TransactionContext, session: string): Promise<AttendanceSeal[]> {
  const rows = await store.sealRows(ctx.db, session)
  return rows.map(({ version, at, by_name, digest, signature, public_key: publicKey }) => ({
    version,
    at: at.toISOString(),
    by: by_name,
    hash: digest,
    signature,
    publicKey,
  }))
}

/** The signed document of a session. @throws not-found, attendance-not-closed */
export async function signedFile(
  ctx: TransactionContext,
  { sessionId, version, format }: OutputOf<(typeof attendance.calls)['evidence']['input']>,
) {
  const session = await findSession(ctx.db, sessionId)
  if (!session) throw problem('not-found')
  const seal = await store.findSeal(ctx.db, session.id, version ?? null)
  if (!seal && version === undefined) throw problem('attendance-not-closed')
  if (!seal || seal.document === null) throw problem('not-found')
  await record(ctx, {
    action: 'attendance.exported',
    object: objectOfSession(session),
    after: { format, version: seal.version },
  })
  const { signature, document, digest, public_key: publicKey } = seal
  const { time_zone: zone } = await ownWorkspaceRow(ctx)
  return { publicKey, signature, digest, document, zone, text: evidenceText({ publicKey, signature, document }) }
}
