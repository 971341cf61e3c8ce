import { ldap } from '@claviger/contract/directories/ldap'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import { Button, Group, Stack } from '@mantine/core'
import { useRef } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { asInput } from '#platform/ui/form/shape.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { BlockedAddresses } from '#features/tenancy/private-targets/BlockedAddresses.tsx'
import { LdapSample } from './LdapSample.tsx'
import { LdapSteps } from './LdapSteps.tsx'

/** Tests what is entered in the form, before it is saved. */
export function LdapTryOut({ id }: { id: string | undefined }) {
  const { fields } = useFormState()
  const result = useRef<HTMLDivElement>(null)
  const attempt = useWrite(ldap.tryOut, {
    quiet: true,
    // The form is longer than the drawer
    done: () => requestAnimationFrame(() => result.current?.scrollIntoView({ block: 'end' })),
  })
  const send = () => {
    if (Object.keys(fields.check()).length > 0) return
    const input = asInput(ldap.tryOut.input, { ...fields.values, ...(id !== undefined && { id }) })
    attempt.mutate(input as InputOf<typeof ldap.tryOut.input>, {
      onError: refusal => fields.setErrors(Object.fromEntries(refusal.fields.map(one => [one.field, one.message]))),
    })
  }
  const { data, error } = attempt
  return (
    <Stack ref={result} style={{ scrollMarginBottom: 90 }} gap={12}>
      <Group gap={8} align="stretch">
        <Button variant="default" loading={attempt.isPending} onClick={send}>
          {t('Test connection')}
        </Button>
      </Group>
      {error && error.fields.length === 0 && <Notice level="error">{error.message}</Notice>}
      {data && <LdapSteps steps={data.steps} />}
      {data && !data.ok && <BlockedAddresses feature="directories" />}
      {data?.ok === true && (
        <>
          <p>
            {t('{count, plural, one {# sample user} other {# sample users}}. Nothing was saved.', {
              count: data.items.length,
            })}
          </p>
          <LdapSample people={data.items} />
        </>
      )}
    </Stack>
  )
}
