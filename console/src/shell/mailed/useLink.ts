import { useState } from 'react'
import { t } from '../../ground/text/text.ts'

/** The link in the address, and what is wrong with an address that has none. */
export function useLink(): { link: string; incomplete: string | null } {
  const [link] = useState(() => new URLSearchParams(window.location.search).get('link') ?? '')
  const incomplete = link === '' ? t('This link is incomplete. Open the link in your email again.') : null
  return { link, incomplete }
}
