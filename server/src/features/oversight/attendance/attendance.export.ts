import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { attendance } from '@claviger/contract/oversight/attendance'
import type {
  AttendanceCounts,
  AttendanceField,
  AttendanceParticipant,
  ParticipantStatus,
} from '@claviger/contract/oversight/attendance/session-fields'
import { byteOrderMark, csvLine } from '#platform/csv/csv-writer.ts'
import { msg, type Translate, sayTo } from '#platform/languages.ts'
import { record } from '#platform/record/record.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { FileReply, withoutTransaction } from '#http/bind.ts'
import { sessionOfCaller } from './attendance.ts'
import type { AttendanceRow } from './attendance.store.ts'
import { signedFile } from './evidence/evidence.ts'
import { listParticipants } from './taps/participants.ts'
import { objectOfSession } from './session-rows.ts'
import type { EvidenceSheet } from './evidence/draw-sheet.ts'

type Input<Call extends 'participantsFile' | 'evidence'> = OutputOf<(typeof attendance.calls)[Call]['input']>

const fieldNames: Record<AttendanceField, string> = {
  name: msg('Name'),
  initials: msg('Initials'),
  userId: msg('User ID'),
  employeeId: msg('Employee ID'),
  department: msg('Organization units'),
  scimAttribute1: msg('Attribute 1'),
  scimAttribute2: msg('Attribute 2'),
  scimAttribute3: msg('Attribute 3'),
  scimAttribute4: msg('Attribute 4'),
  scimAttribute5: msg('Attribute 5'),
}

const statusNames: Record<ParticipantStatus, string> = {
  missing: msg('Missing'),
  present: msg('Present'),
  left: msg('Left'),
  refused: msg('No access'),
  removed: msg('Removed'),
}

const countNames: Record<keyof AttendanceCounts, string> = {
  expected: msg('Expected'),
  present: msg('Present'),
  late: msg('Late'),
  left: msg('Left'),
  missing: msg('Missing'),
  unexpected: msg('Unexpected'),
  invalid: msg('Unknown cards'),
}

const attached = (name: string) => ({
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'no-store',
})

/** Exports matching participants page by page, as CSV with the chosen fields. @throws not-found */
export const exportParticipants = withoutTransaction(async (ctx: RequestContext, ask: Input<'participantsFile'>) => {
  const session = await ctx.transact(async inside => {
    const row = await sessionOfCaller(inside, ask.sessionId)
    await record(inside, { action: 'attendance.exported', object: objectOfSession(row), after: { format: 'csv' } })
    return row
  })
  return new FileReply(
    Readable.from(linesOf(ctx, session, ask)),
    'text/csv; charset=utf-8',
    attached('participants.csv'),
  )
})

async function* linesOf(ctx: RequestContext, session: AttendanceRow, ask: Input<'participantsFile'>) {
  const say = sayTo(ctx)
  const fields = session.attributes as AttendanceField[]
  const head = [
    ...fields.map(field => fieldNames[field]),
    msg('Status'),
    msg('Expected'),
    msg('Late'),
    msg('Check-in'),
    msg('Check-out'),
    msg('Corrections'),
  ]
  yield byteOrderMark + csvLine(head.map(text => say(text)))
  for (let after: string | undefined; ;) {
    const page = await ctx.read(inside =>
      listParticipants(inside, { ...ask, page: 1, pageSize: 1000, after, order: 'asc' }),
    )
    yield page.items.map(one => lineOf(one, say)).join('')
    if (page.next === null) return
    after = page.next
  }
}

const lineOf = (one: AttendanceParticipant, say: Translate): string =>
  csvLine([
    ...one.fields.map(({ value }) => value),
    say(statusNames[one.status]),
    say(one.expected ? msg('Yes') : msg('No')),
    say(one.late ? msg('Yes') : msg('No')),
    one.inAt,
    one.outAt,
    one.corrections,
  ])

/** Exports a signature with its document: as JSON to verify, or as PDF to read. @throws not-found, attendance-not-closed */
export const exportEvidence = withoutTransaction(async (ctx: RequestContext, input: Input<'evidence'>) => {
  const file = await ctx.transact(inside => signedFile(inside, input))
  if (input.format === 'json')
    return new FileReply(file.text, 'application/json; charset=utf-8', attached('attendance.json'))
  const say = sayTo(ctx)
  const sheet: EvidenceSheet = {
    language: ctx.request.language ?? 'en',
    zone: file.zone,
    document: file.document,
    digest: file.digest,
    signature: file.signature,
    publicKey: file.publicKey,
    words: {
      heading: say(msg('Attendance record')),
      place: say(msg('Place')),
      time: say(msg('Time')),
      signedBy: say(msg('Signed by')),
      version: say(msg('Version')),
      columns: [msg('Name'), msg('Status'), msg('Check-in'), msg('Check-out')].map(text => say(text)),
      statuses: Object.fromEntries(Object.entries(statusNames).map(([status, name]) => [status, say(name)])),
      late: say(msg('Late')),
      corrections: say(msg('Corrections')),
      counts: Object.fromEntries(Object.entries(countNames).map(([count, name]) => [count, say(name)])),
      digest: say(msg('SHA-256 of the signed document')),
      signature: say(msg('Signature (Ed25519)')),
      publicKey: say(msg('Public key')),
      verify: say(
        msg(
          'This sheet is for reading. Export the signed JSON file to verify it with claviger admin verify-attendance.',
        ),
      ),
    },
  }
  return new FileReply(await drawn(sheet), 'application/pdf', attached('attendance.pdf'))
})

const drawn = (sheet: EvidenceSheet): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('evidence/draw-sheet.ts', import.meta.url), { workerData: sheet })
    worker.once('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf)))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the sheet was not drawn')))
  })
