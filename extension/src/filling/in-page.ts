export type FillResult = 'other page' | 'no field' | 'ready' | 'filled'

/**
 * Finds the sign-in form of the page it runs in; if an account is given, fills in and submits it. The function is
 * injected as text, so it must be self-contained. A form with two password fields sets a new password and is ignored.
 */
export function fillIn(
  origin: string,
  given: { readonly username: string; readonly password: string } | null,
): FillResult {
  if (location.origin !== origin) return 'other page'
  const usable = (field: HTMLInputElement) =>
    !field.disabled && !field.readOnly && field.checkVisibility({ visibilityProperty: true })
  const secrets = [...document.querySelectorAll<HTMLInputElement>('input[type=password]')].filter(usable)
  const current = secrets.filter(field => field.autocomplete === 'current-password')
  const [secret, ...others] = current.length > 0 ? current : secrets
  if (secret === undefined || others.length > 0) return 'no field'
  if (given === null) return 'ready'
  const around = secret.form ?? document
  const names = [
    ...around.querySelectorAll<HTMLInputElement>(
      'input:not([type]), input[type=text], input[type=email], input[type=tel]',
    ),
  ]
    .filter(usable)
    .filter(field => field.compareDocumentPosition(secret) & Node.DOCUMENT_POSITION_FOLLOWING)
  const name = names.find(field => field.autocomplete === 'username') ?? names.at(-1)
  const write = (field: HTMLInputElement, text: string) => {
    field.focus()
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  if (name) write(name, given.username)
  write(secret, given.password)
  secret.form?.requestSubmit()
  return 'filled'
}
