-- Rows of a memory of schema 1. Edges may be there twice; the oldest one is to stay.
INSERT INTO episodes VALUES (1, 'e1', 'send a mail', 'com.x', '1.1', 'DISTILLED', 1700000000000, 1700000000300, 3, 2, 'm1', 1.4);
INSERT INTO episodes VALUES (2, 'e2', 'read news', 'com.y', '', 'INTERRUPTED', 1700000000100, NULL, 0, 0, NULL, 1.0);
INSERT INTO nodes VALUES (1, x'0000000000000000000000000000000000000000000000000000000000000001', 'BUTTON', 'Send', 'com.x:id/button_send', 'android.widget.Button', 'com.x', 1700000000000, 1700000000200, 4, 2.5);
INSERT INTO nodes VALUES (2, x'0000000000000000000000000000000000000000000000000000000000000002', 'INPUT', 'To', '', 'android.widget.EditText', 'com.x', 1700000000000, 1700000000200, 2, 1.0);
INSERT INTO nodes VALUES (3, x'0000000000000000000000000000000000000000000000000000000000000003', 'TEXT', '设置', '', 'android.widget.TextView', 'com.y', 1700000000100, 1700000000100, 1, 0.3);
INSERT INTO edges VALUES (1, 1, x'0000000000000001', 1, 2, 'vertical_adjacent', 1700000000101, 1.0);
INSERT INTO edges VALUES (2, 1, x'0000000000000002', 1, 3, 'leads_to', 1700000000102, 1.0);
INSERT INTO edges VALUES (3, 1, x'0000000000000001', 1, 2, 'vertical_adjacent', 1700000000103, 1.0);
INSERT INTO edges VALUES (4, 2, x'0000000000000001', 1, 2, 'vertical_adjacent', 1700000000104, 1.0);
INSERT INTO edges VALUES (5, NULL, x'0000000000000003', 2, 3, 'about', 1700000000105, 1.0);
INSERT INTO edges VALUES (6, NULL, x'0000000000000003', 2, 3, 'about', 1700000000106, 1.0);
INSERT INTO fsm_macros VALUES (1, 'm1', 1, '{"id":"m1","version":1,"parent":null,"reason":"","name":"Send a mail","goal":[{"literal":"send a mail"}],"app":"com.x","app_version":"1.1","slots":[],"states":[{"screen":"01010101010101010101010101010101","key":{"package":"com.x","landscape":false,"display_id":0,"split":false},"sketch":""},{"screen":"02020202020202020202020202020202","key":{"package":"com.x","landscape":false,"display_id":0,"split":false},"sketch":""}],"transitions":[{"from":0,"to":1,"action":{"scroll":[null,"down"]},"settle_ms":100}],"start":0,"end":1,"sources":["e1"]}', 'Send a mail', 'com.x', x'01010101010101010101010101010101', x'02020202020202020202020202020202', 5, 1, 0, 1700000000000, 1700000000250, 2.0);
