import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { useRef } from 'react'
import type { FormEvent } from 'react'
import { call } from '#platform/data/call.ts'
import { returnAddress } from '#platform/data/returnAddress.ts'

/** A provider's address with the target to return to (R24). */
export function wayThrough(url: string): string {
  const back = returnAddress(window.location.search, window.location.origin)
  return `${url}&${new URLSearchParams({ redirectUrl: back }).toString()}`
}

// A user who is connecting an account was just sent here to sign in with an existing method
const isConnecting = () => returnAddress(window.location.search, window.location.origin).startsWith('/sign-in/external')

export function useOwnProvider() {
  const asked = useRef('')
  return (event: FormEvent) => {
    const form = event.target as HTMLFormElement
    const email = form.querySelector<HTMLInputElement>('input[type="email"]')?.value.trim() ?? ''
    if (!email.includes('@') || asked.current === email || isConnecting()) return
    event.preventDefault()
    event.stopPropagation()
    asked.current = email
    // If the lookup fails, the user signs in as usual
    call(externalSignIn.providerOf, { email }, { quiet: true }).then(
      ({ url }) => (url === null ? form.requestSubmit() : window.location.assign(wayThrough(url))),
      () => form.requestSubmit(),
    )
  }
}
