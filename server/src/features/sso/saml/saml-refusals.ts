import type { AttemptReason } from '@claviger/contract/apps/attempts'
import type { DeferredText } from '@claviger/contract/platform/wording'
import { randomBytes } from 'node:crypto'
import { noteAttempt } from '#features/apps/attempts/attempts.ts'
import { protocols } from '@claviger/contract/apps/applications'
import { type AuthContext, transact } from '#platform/db/transaction.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { OtherSignIn } from '../browser-sessions/browser-sessions.page.ts'
import { type Reason, SamlError } from '../saml-documents/saml-documents.unacceptable.ts'

export class SamlRefusal extends Error {
  readonly reason: AttemptReason
  readonly details: Readonly<Record<string, string>>
  readonly application: string | null
  readonly user: string | undefined
  readonly reference: string
  readonly says: DeferredText | undefined
  readonly other: OtherSignIn | undefined

  constructor(
    reason: AttemptReason,
    about: {
      application?: string
      user?: string
      details?: Record<string, string>
      reference?: string | undefined
      says?: DeferredText | undefined
      other?: OtherSignIn | undefined
    } = {},
  ) {
    super(reason)
    this.name = 'Refused'
    this.reason = reason
    this.details = about.details ?? {}
    this.application = about.application ?? null
    this.user = about.user
    this.says = about.says
    this.other = about.other
    this.reference = about.reference ?? newReference()
  }
}

// No letters that are easily confused when read aloud
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newReference = () => Array.from(randomBytes(8), one => letters[one % letters.length]).join('')

const words: Partial<Record<Reason, AttemptReason>> = {
  'signature-missing': 'signature-missing',
  'signature-several': 'signature-wrong',
  'signature-place': 'signature-wrong',
  'signature-method': 'signature-wrong',
  'signature-reference': 'signature-wrong',
  'signature-transforms': 'signature-wrong',
  'signature-digest': 'signature-wrong',
  'signature-key': 'signature-wrong',
  destination: 'destination-differs',
  'issuer-unknown': 'unknown-entity',
  'issued-when': 'request-expired',
  'acs-unknown': 'acs-differs',
  replayed: 'request-repeated',
}

export function refusedBy(error: unknown, application: string | undefined): SamlRefusal | undefined {
  if (error instanceof SamlRefusal) return error
  if (!(error instanceof SamlError)) return undefined
  return new SamlRefusal(words[error.reason] ?? 'malformed', {
    ...(application !== undefined && { application }),
    details: { problem: error.reason, ...error.details },
  })
}

export const noteRefusedSaml = (
  world: AppContext,
  from: AuthContext,
  step: string,
  refused: SamlRefusal,
): Promise<void> =>
  transact(world, from, ctx =>
    noteAttempt(ctx, {
      application: refused.application,
      protocol: protocols.saml,
      step,
      ok: false,
      reason: { code: refused.reason, details: refused.details },
      ...(refused.user !== undefined && { user: refused.user }),
      facts: { reference: refused.reference, ...refused.details },
    }),
  )
