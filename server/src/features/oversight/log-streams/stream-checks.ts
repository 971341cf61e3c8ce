import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { LogStreamChange } from '@claviger/contract/oversight/log-streams'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { mustBringSecrets, originOf } from '#platform/secrets/secret-stays.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isClosed } from '#integrations/private-addresses.ts'
import { readHttpsAddress } from './sending/https.ts'
import { readSyslogAddress } from './sending/syslog.ts'
import type { StreamSecrets } from './sending/receiver.ts'

function refuse(field: string, message: string): never {
  throw problem('invalid-input', message, [{ field, message }])
}

export function checkStreamAddress(ctx: TransactionContext, kind: string, address: string): void {
  const host =
    kind === 'https' ? readHttpsAddress(address)?.hostname.replace(/^\[|\]$/g, '') : readSyslogAddress(address)?.host
  if (host === undefined)
    refuse(
      'address',
      kind === 'https'
        ? 'Enter an address such as https://siem.example.org/claviger'
        : 'Enter a host and port such as logs.example.org:6514',
    )
  if (isClosed(ctx.config, host))
    refuse('address', msg('The operator of this installation does not allow calls to this address (PRIVATE_NETWORKS)'))
}

/** Refuses to send stored secrets to another receiver. @throws secret-needed */
export function checkSecrets(
  before: { kind: string; address: string },
  kept: StreamSecrets,
  to: LogStreamChange,
): void {
  // The batch signing key is never sent, so it can stay
  mustBringSecrets(placeOf(before.kind, before.address), placeOf(before.kind, to.address), [
    { field: 'authorization', kept: kept.authorization !== undefined, brought: to.authorization !== undefined },
    { field: 'privateKey', kept: kept.privateKey !== undefined, brought: !!to.privateKey || to.certificate === '' },
  ])
}

function placeOf(kind: string, address: string): string {
  if (kind === 'https') return originOf(address)
  const to = readSyslogAddress(address)
  return to ? `${to.host.toLowerCase()}:${to.port}` : address
}

export function checkCertificates(given: Pick<LogStreamChange, 'authority' | 'certificate' | 'privateKey'>): void {
  if (given.authority) certificateOf('authority', given.authority)
  if (given.certificate && !given.privateKey) refuse('privateKey', 'Give the key of the certificate, too')
  if (given.privateKey && !given.certificate) refuse('certificate', 'Give the certificate of the key, too')
  if (!given.certificate || !given.privateKey) return
  const key = keyOf(given.privateKey)
  if (!certificateOf('certificate', given.certificate).checkPrivateKey(key))
    refuse('privateKey', 'This is not the key of the certificate')
}

function certificateOf(field: string, text: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch {
    return refuse(field, 'This is not a PEM certificate')
  }
}

function keyOf(text: string) {
  try {
    return createPrivateKey(text)
  } catch {
    return refuse('privateKey', 'This is not a private key in PEM without a password')
  }
}
