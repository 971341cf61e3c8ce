import { readFileSync } from 'node:fs'
import { verifyEvidence } from '#features/oversight/attendance/attendance.verification.ts'
import { type StandaloneCommand, CommandRefusal, UsageError } from '../command.ts'

export const verifyAttendance: StandaloneCommand = {
  name: 'verify-attendance',
  takes: 'FILE [--public-key KEY]',
  about:
    'Verifies a signed attendance file without the server; --public-key also says which installation must have signed it',
  words: 1,
  options: { 'public-key': { type: 'string' } },
  workAlone(words) {
    const verdict = verifyEvidence(textIn(words.at(0)), words.option('public-key'))
    if (!verdict.valid) throw new CommandRefusal(verdict.why)
    const { document, digest, publicKey } = verdict
    const { session, counts, version, signedAt, signedBy } = document as unknown as {
      session: { title: string; startsAt: string }
      counts: { present: number; left: number; expected: number }
      version: number
      signedAt: string
      signedBy: string
    }
    return Promise.resolve({
      json: { valid: true, digest, publicKey, version, signedAt, signedBy, session, counts },
      lines: [
        `The file is unchanged since ${signedBy} signed it at ${signedAt} (version ${version}).`,
        `${session.title}, ${session.startsAt}: ${counts.present + counts.left} attended, ${counts.expected} expected.`,
        `SHA-256 ${digest}, as in the activity log.`,
        `Signed by Ed25519 ${publicKey}`,
        ...(words.option('public-key') === undefined
          ? ['Compare this key with the one that the session shows in the console.']
          : []),
      ],
    })
  },
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new UsageError(`${path} can't be read`)
  }
}
