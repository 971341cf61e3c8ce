import { useState } from 'react'
import { t } from '#platform/text/text.ts'

/** The token in the address, or an error if it is missing. */
export function useLink(): { link: string; incomplete: string | null } {
  const [link] = useState(() => new URLSearchParams(window.location.search).get('link') ?? '')
  const incomplete = link === '' ? t('This link is incomplete. Open the link in your email again.') : null
  return { link, incomplete }
}
