import { t } from '#platform/text/text.ts'
import { Value } from '#platform/ui/bits/Value.tsx'
import { ShownOnce } from '#platform/ui/over/ShownOnce.tsx'

export const TokenOnce = ({ made, close }: { made: { token: string; url: string }; close: () => void }) => (
  <ShownOnce
    title={t('SCIM token')}
    warning={t('Copy the token now. It is shown only once.')}
    value={made.token}
    what={t('SCIM token')}
    close={close}
  >
    {t('Enter it in the directory together with this address:')}
    <Value of={made.url} what={t('SCIM URL')} />
  </ShownOnce>
)
