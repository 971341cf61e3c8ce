import { messages } from '@claviger/contract/ground/messages'
import type { Assertion, CreationOptions, Registration, RequestOptions } from '@claviger/contract/keys/ceremony'
import { browserSupportsWebAuthn, startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { t } from '../text/text.ts'

/** Why a passkey did not answer, in the words of the specification. */
export class CeremonyFault extends Error {
  /** True when another ceremony took its place or the person left: nothing to show. */
  readonly silent: boolean
  constructor(message: string, silent: boolean) {
    super(message)
    this.name = 'CeremonyFault'
    this.silent = silent
  }
}

/** Refuses before any call to the server when the browser has no passkeys (R20). */
export function needPasskeys(): void {
  if (!browserSupportsWebAuthn()) throw new CeremonyFault(t(messages['webauthn.absent']), false)
}

async function timed<T>(limit: number, failed: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await work()
  } catch (fault) {
    if (fault instanceof WebAuthnError && fault.code === 'ERROR_CEREMONY_ABORTED') throw new CeremonyFault(failed, true)
    if (fault instanceof DOMException && fault.name === 'AbortError') throw new CeremonyFault(failed, true)
    // Browsers tell a refusal and a time-out apart by nothing but the time
    const late = performance.now() - begun >= limit - 1000
    throw new CeremonyFault(late ? t(messages['webauthn.timeout']) : failed, false)
  }
}

/** Asks a passkey to sign; with `autofill` it waits in the e-mail field until one is picked. */
export async function askPasskey(options: RequestOptions, autofill = false): Promise<Assertion> {
  needPasskeys()
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const answer = await timed(options.timeout, t(messages['webauthn.failed']), () =>
    startAuthentication({ optionsJSON, useBrowserAutofill: autofill }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response
  return {
    id: answer.id,
    clientDataJSON,
    authenticatorData,
    signature,
    userHandle: userHandle ?? null,
    type: 'public-key',
  }
}

/** Makes a new passkey. */
export async function makePasskey(options: CreationOptions): Promise<Registration> {
  needPasskeys()
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  const answer = await timed(options.timeout, t(messages['security-key.set-failed']), () =>
    startRegistration({ optionsJSON }),
  )
  return {
    id: answer.id,
    clientDataJSON: answer.response.clientDataJSON,
    attestationObject: answer.response.attestationObject,
    type: 'public-key',
    ...(answer.response.transports ? { transports: answer.response.transports } : {}),
    metadata: {
      rpId: options.rp.id,
      userName: options.user.name,
      ...(answer.clientExtensionResults.credProps?.rk === undefined
        ? {}
        : { residentKey: answer.clientExtensionResults.credProps.rk }),
    },
  }
}
