import type { Guide } from '@claviger/contract/apps/catalogue'
import type { ReactNode } from 'react'
import { t, Trans } from '../../../ground/text/text.ts'
import { Anchor } from '../../../ground/ui/bits/Anchor.tsx'
import { Copy } from '../../../ground/ui/bits/Copy.tsx'
import { Value } from '../../../ground/ui/bits/Value.tsx'
import classes from './catalogue.module.css'

/** The secret where it is known, which is once; the certificate where it was read. */
export interface Told {
  secret?: string | null
  certificate?: string | undefined
}

function filled(text: string, { secret, certificate }: Told): string {
  return text
    .replaceAll('{clientSecret}', secret ?? t('(the secret, shown once)'))
    .replaceAll('{certificate}', certificate ?? t('(our certificate, in the metadata)'))
}

/** What an administrator enters in an application, step by step, with our values to be copied. */
export function GuideSteps({ of, told, last }: { of: Guide; told: Told; last?: ReactNode }) {
  return (
    <ol className={classes.steps}>
      <li>
        {of.where === '' ? (
          t('Open the settings of single sign-on in {name}.', { name: of.name })
        ) : (
          <Trans id="Open <0/> in {name}." values={{ name: of.name }} components={[<b key="where">{of.where}</b>]} />
        )}{' '}
        {of.docs !== null && (
          <Trans
            id="<0>The maker’s page</0> tells more."
            components={[<Anchor key="docs" href={of.docs} target="_blank" rel="noreferrer" />]}
          />
        )}
      </li>
      {of.enter.length > 0 && (
        <li>
          {t('Enter these values.')}
          <div className={classes.values}>
            {of.enter.map(({ label, value }) => (
              <div key={label}>
                <p className={classes.quiet}>{label}</p>
                <Value of={filled(value, told)} what={label} />
              </div>
            ))}
          </div>
        </li>
      )}
      {of.file && (
        <li>
          {of.enter.length > 0
            ? t('Or write these lines into {file}.', { file: of.file.name })
            : t('Write these lines into {file}.', { file: of.file.name })}
          <div className={classes.file}>
            <div>
              <Copy value={filled(of.file.text, told)} what={of.file.name} />
            </div>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
            <pre tabIndex={0}>{filled(of.file.text, told)}</pre>
          </div>
        </li>
      )}
      {last !== undefined && <li>{last}</li>}
    </ol>
  )
}
