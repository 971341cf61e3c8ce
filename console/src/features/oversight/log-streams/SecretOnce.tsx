import { t, Trans } from '../../../ground/text/text.ts'
import { ShownOnce } from '../../../ground/ui/over/ShownOnce.tsx'

/** The secret by which a receiver tells our batches from forged ones. */
export const SecretOnce = ({ name, secret, close }: { name: string; secret: string; close: () => void }) => (
  <ShownOnce
    title={t('Signing secret of “{name}”', { name })}
    warning={t('Copy the secret now. This is the only time it is shown.')}
    value={secret}
    what={t('Signing secret')}
    close={close}
  >
    <Trans
      id="The receiver checks the header <0>Claviger-Signature</0> with it."
      components={[<code key="header" />]}
    />
  </ShownOnce>
)
