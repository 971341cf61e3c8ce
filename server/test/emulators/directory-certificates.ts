import { certificate, der, extension, AUTHORITY, name, newKey, pem } from './certificate.ts'

const keyText = (key: ReturnType<typeof newKey>['privateKey']) =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString()

export function authority() {
  const root = newKey()
  const called = name({ CN: 'Example directory authority' })
  const own = certificate({
    key: root.publicKey,
    by: root.privateKey,
    subject: called,
    issuer: called,
    extensions: [AUTHORITY],
  })
  return {
    pem: pem(own),
    sign(hosts: readonly string[], until?: string) {
      const pair = newKey()
      const alternative = hosts.map(host =>
        /^[\d.]+$/.test(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
      )
      const signed = certificate({
        key: pair.publicKey,
        by: root.privateKey,
        subject: name({ CN: hosts[0] ?? 'nobody' }),
        issuer: called,
        extensions: [extension('551d11', der(0x30, ...alternative))],
        ...(until !== undefined && { until }),
      })
      return { key: keyText(pair.privateKey), certificate: pem(signed) }
    },
  }
}
