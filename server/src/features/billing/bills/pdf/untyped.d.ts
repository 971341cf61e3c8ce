declare module 'bidi-js' {
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string): { levels: Uint8Array }
    getMirroredCharacter(letter: string): string | null
  }
}

declare module 'fontkit' {
  export interface ShapedRun {
    positions: object[]
  }
  export interface Font {
    layout(text: string, features?: string[]): ShapedRun
  }
  export function create(file: Uint8Array): Font
}
