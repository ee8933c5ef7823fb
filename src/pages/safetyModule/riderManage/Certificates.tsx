import type { Data } from '@contract/index';
import type { Tone } from '@contract/lifecycle';
import { certificateCase } from '@contract/riderCertificate.states';
import { RIDER } from '@contract/riderWork.states';
import { type Label, t as tNow, useT } from '@/app/i18n/i18n';
import { RowActions } from '@/ui/actions/RowActions';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { CopyText } from '@/ui/CopyText';
import { type Fact, Facts } from '@/ui/DetailDrawer';
import { trimmed } from '@/ui/EntityForm/store';
import { FileLinks } from '@/ui/FileLinks';
import { StatusTag } from '@/ui/StatusTag';
import { DayText, TimeText } from '@/ui/TimeText';
import styles from './index.css';

type Rider = Data<'safety.Rider/getDetail'>;
type Certificate = Rider['certificates'][number];

const nameOf = (row: Certificate) => row.no;

/** Returns whether the name that was read from the picture differs from the rider's name (DOMAIN §3.8). */
const isOfAnother = (row: Certificate | undefined, riderName: string): boolean =>
  row !== undefined && row.read.holder !== '' && row.read.holder !== riderName;

/**
 * Builds the actions of a reviewer. The form to approve starts with the values that were read from the picture. The form to reject starts
 * with a reason if the picture names another holder.
 */
const actionsFor = (riderName: string): readonly Action<Certificate>[] => [
  {
    key: 'approve',
    label: certificateCase.transition('approve').text,
    confirm: { text: (_names, _rows, t) => t('rider.reviewHelp') },
    fields: () => [
      { kind: 'text', name: 'holder', label: 'rider.holder', required: true, ...RIDER.holder },
      { kind: 'text', name: 'certNo', label: 'rider.certNo', required: true, ...RIDER.certNo },
      { kind: 'text', name: 'hospital', label: 'rider.hospital', max: RIDER.hospital.max },
      { kind: 'day', name: 'issuedAt', label: 'rider.issuedAt', required: true },
      { kind: 'day', name: 'validTo', label: 'rider.validTo', required: true },
    ],
    initial: ([row]) => ({
      holder: row?.read.holder ?? '',
      certNo: row?.read.certNo ?? '',
      hospital: row?.read.hospital ?? '',
      issuedAt: row?.read.issuedAt || null,
      validTo: row?.read.validTo || null,
    }),
    call: post('safety.Rider/approveCertificate', ({ id, version }: Certificate, values) => ({
      id,
      version,
      holder: trimmed(values, 'holder'),
      certNo: trimmed(values, 'certNo'),
      hospital: trimmed(values, 'hospital'),
      issuedAt: String(values.issuedAt),
      validTo: String(values.validTo),
    })),
  },
  {
    key: 'reject',
    label: certificateCase.transition('reject').text,
    danger: true,
    confirm: { text: (_names, _rows, t) => t(certificateCase.steps.reject.consequence) },
    fields: () => [
      { kind: 'textarea', name: 'reason', label: 'rider.reason', rows: 2, required: true, ...RIDER.reason },
    ],
    initial: ([row]) => ({ reason: isOfAnother(row, riderName) ? tNow('rider.holderDiffers') : '' }),
    call: post('safety.Rider/rejectCertificate', ({ id, version }: Certificate, values) => ({
      id,
      version,
      reason: trimmed(values, 'reason'),
    })),
  },
];

/** Lists the certificates of a rider with their pictures and reviews, newest first. */
export function Certificates({ rider }: { readonly rider: Rider }) {
  const t = useT();
  const { start, element } = useActions<Certificate>(nameOf);
  const actions = actionsFor(rider.name);
  if (rider.certificates.length === 0) return <p className={styles.note}>{t('rider.noCertificates')}</p>;
  return (
    <>
      {rider.certificates.map((certificate) => (
        <section key={certificate.id} className={styles.section}>
          <h3>
            {certificate.no} <StatusTag tone={certificate.tone as Tone} text={certificate.stateText} />
          </h3>
          <Whole certificate={certificate} />
          <RowActions row={certificate} name={certificate.no} actions={actions} start={start} visible={2} buttons />
        </section>
      ))}
      {element}
    </>
  );
}

function Whole({ certificate }: { readonly certificate: Certificate }) {
  const t = useT();
  const fact = (key: string, label: Label, value: Fact['value']): Fact => ({ key, label: t(label), value });
  const { certNo, holder, hospital, issuedAt, validTo, files, decidedAt } = certificate;
  return (
    <Facts
      items={[
        fact('certNo', 'rider.certNo', certNo && <CopyText text={certNo} />),
        fact('holder', 'rider.holder', holder),
        fact('hospital', 'rider.hospital', hospital),
        fact('issuedAt', 'rider.issuedAt', issuedAt && <DayText day={issuedAt} />),
        fact('validTo', 'rider.validTo', validTo && <DayText day={validTo} />),
        fact('files', 'rider.pictures', files.length > 0 ? <FileLinks files={files} /> : null),
        fact(
          'maker',
          'rider.handedInBy',
          <span>
            {certificate.makerName || t('cases.system')} <TimeText at={certificate.createdAt} mode="full" />
          </span>,
        ),
        ...(decidedAt
          ? [
              fact(
                'checker',
                'rider.decidedBy',
                <span>
                  {certificate.checkerName || t('cases.system')} <TimeText at={decidedAt} mode="full" />
                </span>,
              ),
            ]
          : []),
        ...(certificate.note ? [fact('note', 'rider.reason', certificate.note)] : []),
      ]}
    />
  );
}
