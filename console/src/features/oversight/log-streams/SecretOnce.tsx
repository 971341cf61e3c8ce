import { t, Trans } from '#platform/text/text.ts'
import { ShownOnce } from '#platform/ui/over/ShownOnce.tsx'

export const SecretOnce = ({ name, secret, close }: { name: string; secret: string; close: () => void }) => (
  <ShownOnce
    title={t('Signing secret of “{name}”', { name })}
    warning={t("Copy the secret now. It's shown only once.")}
    value={secret}
    what={t('Signing secret')}
    close={close}
  >
    <Trans
      id="The receiver uses it to verify the <0>Claviger-Signature</0> header."
      components={[<code key="header" />]}
    />
  </ShownOnce>
)
