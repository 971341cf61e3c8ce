import { Grid } from '#platform/ui/page/Grid.tsx'
import { Certificates } from './Certificates.tsx'
import { Metadata } from './Metadata.tsx'

export function SamlPanel({ id, may }: { id: string; may: boolean }) {
  return (
    <Grid columns="repeat(auto-fit, minmax(min(100%, 420px), 1fr))" gap={24} align="start">
      {may && <Metadata id={id} />}
      <Certificates id={id} may={may} />
    </Grid>
  )
}
