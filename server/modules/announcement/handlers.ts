import { announcementEndpoints } from '../../../contract/announcement';
import { handlers } from '../../core/http/context';
import { ownPicture, writingFacts } from '../information';
import { announcementDetail } from './answers';
import { confirmOne, inboxList, inboxOne, noteRead, popups } from './inbox';
import { announcementIntakeHandlers } from './intake';
import { announcementList, receiptList } from './list';
import { countPeople } from './people';
import { audienceOf, copyAnnouncement, reviseAnnouncement, saveAnnouncement } from './save';
import {
  cancelSchedule,
  pinAnnouncement,
  pinEach,
  publishAnnouncement,
  remindUnread,
  removeAnnouncement,
  withdrawAnnouncement,
  withdrawEach,
} from './steps';

const pageHandlers = handlers(announcementEndpoints, {
  'announcement.Announcement/getList': announcementList,
  'announcement.Announcement/getDetail': announcementDetail,
  'announcement.Announcement/getReceipts': receiptList,
  'announcement.Announcement/countTarget': async (ctx, { audienceType, targetJson: target }) => ({
    count: await countPeople(ctx.db, await audienceOf(ctx, { audienceType, target })),
    asOf: ctx.clock.now().toISOString(),
  }),
  'announcement.Announcement/getWriting': (ctx) => writingFacts(ctx.db),
  'announcement.Announcement/getPicture': ownPicture('announcementPicture'),
  'announcement.Announcement/save': saveAnnouncement,
  'announcement.Announcement/copy': copyAnnouncement,
  'announcement.Announcement/revise': reviseAnnouncement,
  'announcement.Announcement/publish': publishAnnouncement,
  'announcement.Announcement/cancelSchedule': cancelSchedule,
  'announcement.Announcement/withdraw': withdrawAnnouncement,
  'announcement.Announcement/remind': remindUnread,
  'announcement.Announcement/pin': pinAnnouncement,
  'announcement.Announcement/remove': removeAnnouncement,
  'announcement.Announcement/bulkWithdraw': withdrawEach,
  'announcement.Announcement/bulkPin': pinEach,
  'announcement.Inbox/getList': inboxList,
  'announcement.Inbox/getOne': inboxOne,
  'announcement.Inbox/getPopups': popups,
  'announcement.Inbox/read': noteRead,
  'announcement.Inbox/confirm': confirmOne,
});

export const announcementHandlers = { ...pageHandlers, ...announcementIntakeHandlers };
