import { isIP } from 'node:net'

/** True for an address reachable only from this machine. */
export function isOwnMachine(publicUrl: string): boolean {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  return host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

interface Exposed {
  publicUrl: string
  production: boolean
  smtpUrl: string | undefined
  keepMail: boolean
  demo: boolean
  publicDemo: boolean
}

/** Development conveniences that must not be publicly reachable without an explicit setting; one sentence each. */
export function tooConvenient({ publicUrl, production, ...is }: Exposed): string[] {
  if (!production && isOwnMachine(publicUrl)) return []
  const here = production ? 'in production' : `at ${publicUrl}`
  return [
    ...(is.smtpUrl === undefined && !is.keepMail
      ? [
          `SMTP_URL is missing: ${here} mail needs a mail server; KEEP_MAIL=true keeps it on the outbox page all the same`,
        ]
      : []),
    ...(is.demo && !is.publicDemo
      ? [
          `DEMO lets anybody in by one click; ${here} it must not be true, unless PUBLIC_DEMO=true says that this is meant`,
        ]
      : []),
  ]
}
