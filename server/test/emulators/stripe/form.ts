import { StripeRefusal } from './refusal.ts'

export interface FormObject {
  [name: string]: string | string[] | FormObject
}

/** Reads form parameters as Stripe does: a[b]=c, a[0]=b, and a[]=b. */
export function formOf(params: URLSearchParams): FormObject {
  const form: FormObject = {}
  for (const [name, value] of params) {
    const path = name.split(/\[|\]\[?/).filter((part, place, all) => part !== '' || place < all.length - 1)
    put(form, path, value)
  }
  return form
}

function put(into: FormObject, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    if (name in into) throw new StripeRefusal(400, { type: 'invalid_request_error', message: `${name} was sent twice` })
    into[name] = value
    return
  }
  const isList = rest.length === 1 && /^\d*$/.test(rest[0] ?? '')
  if (isList) {
    const list = (into[name] ??= []) as string[]
    list.push(value)
    return
  }
  put((into[name] ??= {}) as FormObject, rest, value)
}
