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
export function findConveniences({ publicUrl, production, ...is }: Exposed): string[] {
  if (!production && isOwnMachine(publicUrl)) return []
  const here = production ? 'in production' : `at ${publicUrl}`
  return [
    ...(is.smtpUrl === undefined && !is.keepMail
      ? [`SMTP_URL is missing: ${here} emails need a mail server. KEEP_MAIL=true keeps them on the outbox page instead`]
      : []),
    ...(is.demo && !is.publicDemo
      ? [`DEMO lets anyone sign in with one click. It can't be true ${here}, unless PUBLIC_DEMO=true confirms this`]
      : []),
  ]
}
