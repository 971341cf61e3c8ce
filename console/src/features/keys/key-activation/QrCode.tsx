import { create } from 'qrcode'

const quiet = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const squares = Array.from(data, (dark, place) =>
    dark ? `M${(place % size) + quiet} ${Math.floor(place / size) + quiet}h1v1h-1z` : '',
  )
  const whole = size + 2 * quiet
  return (
    <svg
      style={{ display: 'block', margin: '0 auto' }}
      width={220}
      height={220}
      viewBox={`0 0 ${whole} ${whole}`}
      role="img"
      aria-label={label}
    >
      <rect width={whole} height={whole} fill="#fff" />
      <path d={squares.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
