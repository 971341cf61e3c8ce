import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { useDraft } from '../editor/page-draft.ts'
import { Part } from './Part.tsx'

const originOf = (address: string | null): string | undefined =>
  address === null ? undefined : URL.parse(address, location.origin)?.origin

export function After() {
  const { settings, set, means, faults } = useDraft()
  const { redirectOrigins: listed } = settings
  const put = (field: 'redirectUrl' | 'mainUrl') => (typed: string) =>
    set({ [field]: typed.trim() === '' ? null : typed })
  const elsewhere = [settings.redirectUrl, settings.mainUrl]
    .map(originOf)
    .find(one => one?.startsWith('https:') && one !== means?.choices.origin && !listed.includes(one))
  const unused = listed.filter(one => ![settings.redirectUrl, settings.mainUrl].map(originOf).includes(one))
  return (
    <Part title={t('After success')} about={t('Shown for 5 seconds')}>
      <TextInput
        label={t('Redirect to (optional)')}
        placeholder="https://portal.example.org"
        leftSection={<IconLink size={16} stroke={1.7} aria-hidden />}
        value={settings.redirectUrl ?? ''}
        error={faults['redirectUrl']}
        onChange={event => put('redirectUrl')(event.currentTarget.value)}
      />
      <TextInput
        label={t('Sign-in button opens (optional)')}
        value={settings.mainUrl ?? ''}
        error={faults['mainUrl']}
        onChange={event => put('mainUrl')(event.currentTarget.value)}
      />
      {elsewhere && (
        <div className="cv-row cv-quiet cv-wrap">
          <span>
            {t("{address} isn't an allowed redirect address. Allow this page to redirect there?", {
              address: elsewhere,
            })}
          </span>
          <Button variant="default" onClick={() => set({ redirectOrigins: [...listed, elsewhere] })}>
            {t('Allow {address}', { address: new URL(elsewhere).host })}
          </Button>
        </div>
      )}
      {listed.length > 0 && (
        <Stack component="ul" className="cv-quiet" gap={6} aria-label={t('Allowed redirect addresses')}>
          {listed.map(one => (
            <Group component="li" className="cv-wrap" gap={12} wrap="nowrap" justify="space-between" key={one}>
              <span className="cv-mono">{one}</span>
              {unused.includes(one) && (
                <Button
                  variant="subtle"
                  aria-label={t('Stop allowing {address}', { address: one })}
                  onClick={() => set({ redirectOrigins: listed.filter(other => other !== one) })}
                >
                  {t('Remove')}
                </Button>
              )}
            </Group>
          ))}
        </Stack>
      )}
      {faults['redirectOrigins'] && <p className="cv-fault">{faults['redirectOrigins']}</p>}
    </Part>
  )
}
