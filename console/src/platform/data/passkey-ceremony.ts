import { messages } from '@claviger/contract/platform/messages'
import type { Assertion, CreationOptions, Registration, RequestOptions } from '@claviger/contract/keys/ceremony'
import { browserSupportsWebAuthn, startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { t } from '../text/text.ts'

/** A failed passkey request, as worded by the specification. */
export class CeremonyFault extends Error {
  /** True if another request replaced it or the user left: show nothing. */
  readonly silent: boolean
  constructor(message: string, silent: boolean) {
    super(message)
    this.name = 'CeremonyFault'
    this.silent = silent
  }
}

/** @throws if the browser doesn't support passkeys, before any call to the server (R20) */
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
    // Browsers report cancellation and timeout with the same error, so only the elapsed time distinguishes them
    const late = performance.now() - begun >= limit - 1000
    throw new CeremonyFault(late ? t(messages['webauthn.timeout']) : failed, false)
  }
}

/** Requests an assertion; with `autofill` it waits in the email field until the user picks a passkey. */
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
