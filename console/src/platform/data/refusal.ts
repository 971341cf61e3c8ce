import { messages } from '@claviger/contract/platform/messages'
import type { ProofOfWorkTask } from '@claviger/contract/access/self-service'
import { t } from '../text/text.ts'

export interface FieldFault {
  field: string
  message: string
}

/** A failed call; `status` 0 means that no response arrived. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: readonly FieldFault[]
  readonly requestId: string | null
  work: ProofOfWorkTask | null = null
  /** Requirements of a repeated sign-in. */
  unmet: readonly string[] = []
  silent = false

  constructor(status: number, code: string, message: string, fields: readonly FieldFault[], requestId: string | null) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Parses a refusal from a response; falls back to the generic message if the body is unreadable (R51). */
export async function refusalOf(response: Response): Promise<CallError> {
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null
  const fields = Array.isArray(body?.['fields']) ? (body['fields'] as FieldFault[]) : []
  const message = text(body?.['message']) ?? t(messages['generic.unexpected'])
  const code = text(body?.['code']) ?? 'unexpected'
  const refusal = new CallError(response.status, code, message, fields, text(body?.['requestId']))
  refusal.unmet = Array.isArray(body?.['unmet']) ? (body['unmet'] as string[]) : []
  refusal.work = (body?.['work'] as ProofOfWorkTask | undefined) ?? null
  return refusal
}

/** True if the error was already shown or is the user's own choice. */
export const isSilent = (fault: unknown): boolean =>
  fault instanceof Error && 'silent' in fault && fault.silent === true

export function timeoutError(fault: Error): CallError {
  const refusal = new CallError(0, 'given-up', fault.message, [], null)
  refusal.silent = isSilent(fault)
  return refusal
}

/** No response: network, server, or timeout (R51). */
export const noAnswer = (why: 'network' | 'timeout') => new CallError(0, why, t(messages['generic.network']), [], null)
