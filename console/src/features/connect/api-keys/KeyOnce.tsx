import type { ReactNode } from 'react'
import { t, Trans } from '#platform/text/text.ts'
import { ShownOnce } from '#platform/ui/over/ShownOnce.tsx'

const DocsLink = ({ children }: { children?: ReactNode }) => <a href="/docs#keys">{children}</a>

export const KeyOnce = ({ name, value, close }: { name: string; value: string; close: () => void }) => (
  <ShownOnce
    title={t('API key “{name}”', { name })}
    warning={t("Copy the key now. It's shown only once and can't be displayed again.")}
    value={value}
    what={t('API key')}
    close={close}
  >
    <Trans
      id="Send it in the <0>Authorization</0> header. For examples, see <1>the API documentation</1>."
      components={[<code key="header" />, <DocsLink key="docs" />]}
    />
  </ShownOnce>
)
