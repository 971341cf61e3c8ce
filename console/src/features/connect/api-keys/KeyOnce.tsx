import type { ReactNode } from 'react'
import { t, Trans } from '../../../ground/text/text.ts'
import { ShownOnce } from '../../../ground/ui/over/ShownOnce.tsx'

const DocsLink = ({ children }: { children?: ReactNode }) => <a href="/docs#keys">{children}</a>

/** The value of a key that was just made. */
export const KeyOnce = ({ name, value, close }: { name: string; value: string; close: () => void }) => (
  <ShownOnce
    title={t('API key “{name}”', { name })}
    warning={t('Copy the key now. It is not kept here, and this is the only time it is shown.')}
    value={value}
    what={t('API key')}
    close={close}
  >
    <Trans
      id="Send it in the header <0>Authorization</0>. Examples are on <1>the page of the API</1>."
      components={[<code key="header" />, <DocsLink key="docs" />]}
    />
  </ShownOnce>
)
