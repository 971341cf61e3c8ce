import { msg } from '#platform/text/text.ts'

const demands: Readonly<Record<string, string>> = {
  'urn:claviger:acr:pin': msg('The application requires a passkey, or a card with its PIN.'),
  'urn:claviger:acr:card': msg('The application requires a card with its PIN.'),
  'urn:claviger:acr:hardware': msg('The application requires a hardware security key.'),
  phr: msg('The application requires a passkey, or a card with its PIN.'),
  phrh: msg("The application requires a passkey that can't be copied, such as one on a hardware security key."),
}

export function errandIn(search: string): { hint: string; demand: string | undefined } {
  const params = new URLSearchParams(search)
  const hint = params.get('hint') ?? ''
  return { hint: /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(hint) ? hint : '', demand: demands[params.get('demand') ?? ''] }
}
