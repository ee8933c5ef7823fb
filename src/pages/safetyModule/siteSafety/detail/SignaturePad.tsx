import { type PointerEvent, useEffect, useRef } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import styles from './index.css';

/** Size of the stored picture in pixels. */
const SIZE = { width: 640, height: 200 } as const;
const PEN = 3;

interface SignaturePadProps {
  /** Name of the side that signs. */
  readonly label: string;
  /** Called with the drawing as a PNG, or with `null` after the user has cleared it. */
  readonly onChange: (drawing: Blob | null) => void;
}

/** Records a signature by finger, pen or mouse. The signature is dark on white in all themes, because it is printed. */
export function SignaturePad({ label, onChange }: SignaturePadProps) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawing = useRef(false);
  const clear = () => {
    const ink = canvas.current?.getContext('2d');
    if (!ink) return;
    ink.fillStyle = '#fff';
    ink.fillRect(0, 0, SIZE.width, SIZE.height);
  };
  useEffect(clear, []);
  const draw = (event: PointerEvent<HTMLCanvasElement>, isFirst: boolean) => {
    const paper = event.currentTarget;
    const ink = paper.getContext('2d');
    if (!ink) return;
    const box = paper.getBoundingClientRect();
    const x = ((event.clientX - box.left) * SIZE.width) / box.width;
    const y = ((event.clientY - box.top) * SIZE.height) / box.height;
    if (isFirst) {
      ink.beginPath();
      ink.moveTo(x, y);
      ink.lineWidth = PEN;
      ink.lineCap = 'round';
      ink.lineJoin = 'round';
      ink.strokeStyle = '#111';
    }
    ink.lineTo(x, y);
    ink.stroke();
  };
  const end = () => {
    if (!isDrawing.current) return;
    isDrawing.current = false;
    canvas.current?.toBlob((drawing) => onChange(drawing), 'image/png');
  };
  return (
    <div className={styles.pad}>
      <canvas
        ref={canvas}
        {...SIZE}
        role="img"
        aria-label={t('siteInspection.signPad', { side: label })}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          isDrawing.current = true;
          draw(event, true);
        }}
        onPointerMove={(event) => {
          if (isDrawing.current) draw(event, false);
        }}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <Button
        size="small"
        aria-label={`${t('siteInspection.signClear')}: ${label}`}
        onClick={() => {
          clear();
          onChange(null);
        }}
      >
        {t('siteInspection.signClear')}
      </Button>
    </div>
  );
}
